#include "host_port.h"

#if defined(SERVOARM_USART0)

#include <avr/interrupt.h>
#include <util/atomic.h>

namespace servoarm {
namespace {

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
    UBRR0 = divider(SAMPLES) - 1;
    UCSR0A = DOUBLE_SPEED ? _BV(U2X0) : 0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00); // 8N1
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

uint8_t HostPort::put(uint8_t head, uint8_t byte) {
    bytes_[head] = byte;
    return (head + 1) & (SIZE - 1);
}

void HostPort::on_received() {
    const uint8_t status = UCSR0A;
    uint8_t byte = UDR0;
    if (status & _BV(DOR0)) {
        lost_ = true;
        in_line_ = true; // it may have begun one
    }
    uint8_t head = head_;
    if ((status & _BV(FE0)) || byte > NO_TEXT)
        byte = NO_TEXT;
    if (byte == '!' || byte == '^') {
        if (urgent_ != '^')
            urgent_ = byte;
        if (lost_ || tail_ != head) {
            tail_ = head;
            head_ = put(head, in_line_ ? CUT : OVERTAKEN);
            lost_ = false;
        }
        return;
    }
    if (byte == '\n' || byte == '\r')
        in_line_ = false;
    else if (byte != ' ')
        in_line_ = true;
    const uint8_t room = (tail_ - head - 1) & (SIZE - 1);
    if (room < 2) { // for a gap and this byte
        lost_ = true;
        return;
    }
    if (lost_)
        head = put(head, GAP);
    head_ = put(head, byte);
    lost_ = false;
}

bool HostPort::receive(Core &core) {
    cli(); // the interrupt may empty the ring
    uint8_t byte = urgent_;
    urgent_ = 0;
    if (byte == 0) {
        const uint8_t tail = tail_;
        if (tail == head_) {
            sei();
            return false;
        }
        byte = bytes_[tail];
        tail_ = (tail + 1) & (SIZE - 1);
    }
    sei();
    if (byte == GAP)
        core.overrun();
    else if (byte > GAP)
        core.overtaken(byte == CUT);
    else
        core.receive(byte);
    return true;
}

void HostPort::send(Core &) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        UCSR0B |= _BV(UDRIE0);
    }
}

void HostPort::on_transmitter_empty(Core &core) {
    const int16_t byte = core.next_byte();
    if (byte < 0)
        UCSR0B &= ~_BV(UDRIE0);
    else
        UDR0 = static_cast<uint8_t>(byte);
}

} // namespace servoarm

#endif
