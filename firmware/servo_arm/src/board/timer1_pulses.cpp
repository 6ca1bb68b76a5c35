// Registers and modes: ATmega328P datasheet, chapter "16-bit Timer/Counter1 with PWM".
#include "pulses.h"

#if defined(SERVOARM_TIMER1)

#include <avr/interrupt.h>
#include <util/atomic.h>

namespace servoarm {
namespace {

constexpr uint16_t TICKS_PER_US = F_CPU / 8 / 1000000UL;
static_assert(TICKS_PER_US == 2, "the wire's tick is half a microsecond: a 16 MHz board");

constexpr uint8_t DISCONNECTED = _BV(WGM11);
constexpr uint8_t CONNECTED = DISCONNECTED | _BV(COM1A1) | _BV(COM1B1);
constexpr uint8_t STOPPED = _BV(WGM13) | _BV(WGM12);
constexpr uint8_t RUNNING = STOPPED | _BV(CS11);

// Work for the next frame begins this long before it (in a shorter frame: at once). It must cover
// what the loop may be at just then: 1 ms asleep until Timer0 wakes it or 2 ms for the longest
// answer, and then the frame itself, 1.5 ms when it reports a new state.
constexpr uint16_t LEAD_TICKS = 4000 * TICKS_PER_US;
// Nothing is written this close to BOTTOM: both widths belong to the same frame.
constexpr uint16_t GUARD_TICKS = 16;
// From here to the frame's end no pulse is under way, in any frame that may be set.
constexpr uint16_t LONGEST_TICKS = MOST_PULSE_US * TICKS_PER_US;
static_assert(LEAST_FRAME_US >= MOST_PULSE_US + 200, "pulses need a gap in which to end");

// As a difference of frames; any other is a delay, up to 254 frames.
constexpr uint8_t ONE_AHEAD = 0xFF;

constexpr uint16_t top(uint16_t frame_us) {
    return frame_us * TICKS_PER_US - 1;
}

// Within an atomic block.
uint16_t ticks_left() {
    return ICR1 - TCNT1;
}

} // namespace

void Pulses::start(uint16_t frame_us) {
    TCCR1B = STOPPED; // the mode first: in others ICR1 cannot be written
    TCCR1A = DISCONNECTED;
    ICR1 = top(frame_us);
    TCNT1 = 0;
    TIFR1 = _BV(TOV1);
    TIMSK1 = _BV(TOIE1);
    TCCR1B = RUNNING;
}

bool Pulses::frame_due() {
    uint8_t behind;
    uint16_t left;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        behind = frames_begun_ - frames_served_;
        left = ticks_left();
    }
    if (behind == ONE_AHEAD || (behind == 0 && left > LEAD_TICKS))
        return false;
    ++frames_served_;
    return true;
}

void Pulses::hand_over(uint16_t frame_us, uint16_t ticks_a, uint16_t ticks_b) {
    const bool wanted = ticks_a != 0 && ticks_b != 0;
    const bool was_ending = ending_;
    top_ = top(frame_us);
    ending_ = ICR1 != top_ || (!wanted && TCCR1A != DISCONNECTED);
    if (ending_ && !was_ending)
        end_asked_ = frames_begun_;
    if (ending_ || !wanted)
        return;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        // 8 us at most; a timer gone wrong must not keep us here
        for (uint8_t tries = 0; tries < 100 && ticks_left() < GUARD_TICKS; ++tries) {
        }
        // A pulse lasts one tick longer than its compare value. The pins are low until BOTTOM, so
        // that the first pulse after connecting them is a whole one of the new width.
        OCR1A = ticks_a - 1;
        OCR1B = ticks_b - 1;
        TCCR1A = CONNECTED;
    }
}

bool Pulses::ending() {
    if (!ending_)
        return false;
    if (frames_begun_ == end_asked_) {
        ending_ = !disconnect(top_);
    } else { // the loop was too busy to meet the gap
        wait_and_disconnect(top_);
        ending_ = false;
    }
    return ending_;
}

void Pulses::end_now() {
    wait_and_disconnect(ICR1);
}

void Pulses::wait_and_disconnect(uint16_t top) {
    // A pulse lasts 2.8 ms at most; a timer gone wrong must not keep us here.
    for (uint16_t tries = 0; tries < 10000 && !disconnect(top); ++tries) {
    }
    TCCR1A = DISCONNECTED;
}

// Only while no pulse is under way or about to begin. The counter tells that, not the pins: one
// that something outside holds high must not keep both servos driven.
bool Pulses::disconnect(uint16_t top) {
    bool done = false;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        const bool gap = TCNT1 > LONGEST_TICKS && ticks_left() >= GUARD_TICKS;
        if (gap || TCCR1A == DISCONNECTED) {
            TCCR1A = DISCONNECTED;
            ICR1 = top; // at once, unlike the widths: a counter beyond it would run on to 65535
            if (TCNT1 >= top)
                TCNT1 = 0;
            done = true;
        }
    }
    return done;
}

} // namespace servoarm

#endif
