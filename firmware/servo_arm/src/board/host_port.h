// The serial line to the host. Nothing here waits: what cannot be received is counted, what
// cannot be sent yet stays in the core.
#pragma once

#include "../core/core.h"
#include "mcu.h"

namespace servoarm {

#if defined(SERVOARM_USART0)

// USART0 by our own interrupts: the core's Serial drops bytes without a word, and its presence
// would take the vectors. Nothing in this sketch may name Serial, or both are linked.
class HostPort {
public:
    void start();
    // Hands one received byte to the core, or the word on those that were lost before the next;
    // false: there is none.
    bool receive(Core &core);
    bool has_received() const { return urgent_ != 0 || head_ != tail_; }
    // Sends what the core has to say, by interrupt from now on.
    void send(Core &core);
    bool sending() const { return false; }

    void on_received(); // the two interrupts
    void on_transmitter_empty(Core &core);

private:
    uint8_t put(uint8_t head, uint8_t byte); // the head from then on

    // What stands in the ring beside text. NO_TEXT is any received byte beyond ASCII, or one whose
    // stop bit was missing.
    static constexpr uint8_t NO_TEXT = 0x80;
    static constexpr uint8_t GAP = 0x81;       // bytes were lost here
    static constexpr uint8_t OVERTAKEN = 0x82; // bytes were lost to a stop or relax
    static constexpr uint8_t CUT = 0x83;       // the same, and the last of them did not end a line
    static constexpr uint8_t SIZE = 128;       // a power of two

    uint8_t bytes_[SIZE];
    volatile uint8_t head_, tail_;
    // A stop or relax that has come: it waits behind nothing. What waited for the loop before it is
    // lost, so that it cannot undo it. A relax is not taken back by a stop.
    volatile uint8_t urgent_;
    // The interrupt's alone.
    bool lost_;    // since the last byte that found room
    bool in_line_; // the last byte did not end a line
};

#else

// The Arduino core's Serial, which on the USB boards is the chip itself.
class HostPort {
public:
    void start();
    bool receive(Core &core);
    bool has_received() const;
    // As much as there is room for; sending() until it is all.
    void send(Core &core);
    bool sending() const { return sending_; }

    void on_received() {}
    void on_transmitter_empty(Core &) {}

private:
    bool sending_;
};

#endif

} // namespace servoarm
