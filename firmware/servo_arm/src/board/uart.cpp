#include "host_port.h"

#if defined(SERVOARM_USART0)

#include <avr/interrupt.h>
#include <util/atomic.h>

namespace servoarm {
namespace {

HostPort *port; // for the interrupts

constexpr uint32_t divider(uint32_t samples) {
    return (F_CPU + SERVOARM_BAUD * samples / 2) / (SERVOARM_BAUD * samples);
}
constexpr uint32_t error(uint32_t samples) {
    return F_CPU > divider(samples) * SERVOARM_BAUD * samples
               ? F_CPU - divider(samples) * SERVOARM_BAUD * samples
               : divider(samples) * SERVOARM_BAUD * samples - F_CPU;
}
// 16 samples a bit are the sturdier; 8 where they come closer to the rate.
constexpr bool DOUBLE_SPEED = error(8) < error(16);
constexpr uint32_t SAMPLES = DOUBLE_SPEED ? 8 : 16;
static_assert(divider(SAMPLES) >= 1 && divider(SAMPLES) <= 4096, "SERVOARM_BAUD is out of reach");
static_assert(error(SAMPLES) <= F_CPU / 40, "SERVOARM_BAUD is more than 2.5 % off");

} // namespace

void HostPort::start() {
    port = this;
    UBRR0 = divider(SAMPLES) - 1;
    UCSR0A = DOUBLE_SPEED ? _BV(U2X0) : 0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00); // 8N1
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

void HostPort::on_received() {
    const uint8_t status = UCSR0A;
    uint8_t byte = UDR0;
    if (status & _BV(FE0))
        byte = 0xFF; // no text: the line it stands in is refused
    const uint8_t head = head_;
    const uint8_t next = (head + 1) & (SIZE - 1);
    const bool full = next == tail_;
    if ((status & _BV(DOR0)) || full) {
        if (lost_ == 0)
            lost_at_ = head;
        if (lost_ < 255)
            lost_ = lost_ + 1;
    }
    if (!full) {
        bytes_[head] = byte;
        head_ = next;
    }
}

bool HostPort::read(uint8_t &byte) {
    const uint8_t tail = tail_;
    if (tail == head_)
        return false;
    byte = bytes_[tail];
    tail_ = (tail + 1) & (SIZE - 1);
    return true;
}

uint8_t HostPort::lost() {
    uint8_t n = 0;
    if (lost_ != 0) {
        ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
            if (lost_at_ == tail_) {
                n = lost_;
                lost_ = 0;
            }
        }
    }
    return n;
}

bool HostPort::send() {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        UCSR0B |= _BV(UDRIE0);
    }
    return false;
}

void HostPort::on_transmitter_empty() {
    const int16_t byte = core_.next_byte();
    if (byte < 0)
        UCSR0B &= ~_BV(UDRIE0);
    else
        UDR0 = static_cast<uint8_t>(byte);
}

} // namespace servoarm

ISR(SERVOARM_RX_VECTOR) {
    servoarm::port->on_received();
}
ISR(SERVOARM_UDRE_VECTOR) {
    servoarm::port->on_transmitter_empty();
}

#endif
