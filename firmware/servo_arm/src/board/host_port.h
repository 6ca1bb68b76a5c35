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
    void start(Core &core);
    // Hands one received byte to the core, and before it the word on those that were lost; false:
    // there is none.
    bool receive(Core &core);
    bool has_received() const { return head_ != tail_; }
    // Sends what the core has to say, by interrupt from now on. True: there is more to come back
    // for.
    bool send();

    void on_received(); // the two interrupts
    void on_transmitter_empty();

private:
    void put(uint8_t byte);
    uint8_t take();

    // Where bytes were lost, GAP stands and their number, at most 255. A received 0xFF, or a byte
    // whose stop bit was missing, becomes 0x80: no text either, and no GAP.
    static constexpr uint8_t GAP = 0xFF, NO_TEXT = 0x80;
    static constexpr uint8_t SIZE = 128; // a power of two

    Core *core_ = nullptr; // for the interrupt; the loop hands it in, which compiles smaller
    uint8_t bytes_[SIZE] = {};
    volatile uint8_t head_ = 0, tail_ = 0;
    uint8_t lost_ = 0; // since the last byte that found room; the interrupt's alone
};

#else

// The Arduino core's Serial, which on the USB boards is the chip itself.
class HostPort {
public:
    void start(Core &core);
    bool receive(Core &core);
    bool has_received() const;
    bool send();

private:
    Core *core_ = nullptr;
};

#endif

} // namespace servoarm
