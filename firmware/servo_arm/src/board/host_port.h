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
    explicit HostPort(Core &core) : core_(core) {}
    void start();
    bool read(uint8_t &byte);
    // Bytes the receiver lost just before the next byte to be read (0: none); asking clears it.
    uint8_t lost();
    bool has_received() const { return head_ != tail_; }
    // Sends what the core has to say, by interrupt from now on. True: there is more to come back
    // for.
    bool send();

    void on_received(); // the two interrupts
    void on_transmitter_empty();

private:
    static constexpr uint8_t SIZE = 128; // a power of two
    Core &core_;
    uint8_t bytes_[SIZE] = {};
    volatile uint8_t head_ = 0, tail_ = 0;
    volatile uint8_t lost_ = 0, lost_at_ = 0;
};

#else

// The Arduino core's Serial, which on the USB boards is the chip itself.
class HostPort {
public:
    explicit HostPort(Core &core) : core_(core) {}
    void start();
    bool read(uint8_t &byte);
    uint8_t lost() { return 0; }
    bool has_received() const;
    bool send();

private:
    Core &core_;
};

#endif

} // namespace servoarm
