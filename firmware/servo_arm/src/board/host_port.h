// The serial line to the host. Nothing here waits: what cannot be received is counted, what
// cannot be sent yet stays with the caller.
#pragma once

#include "mcu.h"

namespace servoarm {

#if defined(SERVOARM_USART0)

// USART0 by our own interrupts: the core's Serial drops bytes without a word, and its presence
// would take the vectors. Nothing in this sketch may name Serial, or both are linked.
class HostPort {
public:
    void start();
    bool read(uint8_t &byte);
    // Bytes the receiver lost just before the next byte to be read (0: none); asking clears it.
    uint8_t lost();
    bool can_write() const;
    void write(uint8_t byte); // only when can_write()
    bool has_received() const { return head_ != tail_; }

    void on_received(); // the two interrupts
    void on_transmitter_empty();

private:
    static constexpr uint8_t RX_SIZE = 128, TX_SIZE = 16; // powers of two
    uint8_t rx_[RX_SIZE] = {};
    uint8_t tx_[TX_SIZE] = {};
    volatile uint8_t head_ = 0, tail_ = 0;
    volatile uint8_t tx_head_ = 0, tx_tail_ = 0;
    volatile uint8_t lost_ = 0, lost_at_ = 0;
};

#else

// The core's Serial, which on the USB boards is the chip itself.
class HostPort {
public:
    void start();
    bool read(uint8_t &byte);
    uint8_t lost() { return 0; }
    bool can_write() const;
    void write(uint8_t byte);
    bool has_received() const;
};

#endif

} // namespace servoarm
