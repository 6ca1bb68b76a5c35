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

void HostPort::start(Core &core) {
    port = this;
    core_ = &core;
    UBRR0 = divider(SAMPLES) - 1;
    UCSR0A = DOUBLE_SPEED ? _BV(U2X0) : 0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00); // 8N1
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

void HostPort::put(uint8_t byte) {
    const uint8_t head = head_;
    bytes_[head] = byte;
    head_ = (head + 1) & (SIZE - 1);
}

uint8_t HostPort::take() {
    const uint8_t tail = tail_;
    tail_ = (tail + 1) & (SIZE - 1);
    return bytes_[tail];
}

void HostPort::on_received() {
    const uint8_t status = UCSR0A;
    uint8_t byte = UDR0;
    if ((status & _BV(FE0)) || byte == GAP)
        byte = NO_TEXT;
    if ((status & _BV(DOR0)) && lost_ < 255)
        ++lost_;
    const uint8_t room = (tail_ - head_ - 1) & (SIZE - 1);
    if (room < 3) { // for a gap and this byte
        if (lost_ < 255)
            ++lost_;
        return;
    }
    if (lost_ != 0) {
        put(GAP);
        put(lost_);
        lost_ = 0;
    }
    put(byte);
}

bool HostPort::receive(Core &core) {
    if (!has_received())
        return false;
    uint8_t byte = take();
    if (byte == GAP) {
        for (uint8_t lost = take(); lost != 0; --lost)
            core.overrun();
        byte = take();
    }
    core.receive(byte);
    return true;
}

bool HostPort::send() {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        UCSR0B |= _BV(UDRIE0);
    }
    return false;
}

void HostPort::on_transmitter_empty() {
    const int16_t byte = core_->next_byte();
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
