// The servo pulses: two widths, handed over together once a frame.
#pragma once

#include "../core/settings.h"
#include "mcu.h"

#if !defined(SERVOARM_TIMER1)
#include <Servo.h>
#endif

namespace servoarm {

#if defined(SERVOARM_TIMER1)

// Timer1 in mode 14 at clk/8: one tick is the wire's 0.5 us, TOP = ICR1 is the frame, OC1A and
// OC1B rise at BOTTOM and fall on compare match, all in hardware: no jitter whatever the CPU does.
class Pulses {
public:
    void start(uint16_t frame_us);
    // True once a frame, near its end: time to work out the next pulses. What is handed over then
    // is carried out from the frame's end on.
    bool frame_due();
    // Widths in ticks for the next frame, both or (0, 0) neither. Pulses end between two pulses,
    // and a new frame period waits for that.
    void hand_over(uint16_t frame_us, uint16_t ticks_a, uint16_t ticks_b);
    // Once a pass of the loop; true while pulses wait for their end, which comes within a frame.
    bool ending();

    // For the watchdog, with interrupts off: waits for the end of a pulse, then no more come.
    static void end_now();

    void on_frame() { frames_begun_ = frames_begun_ + 1; } // the overflow interrupt

private:
    static bool disconnect(uint16_t top);
    static void wait_and_disconnect(uint16_t top);

    volatile uint8_t frames_begun_;
    uint8_t frames_served_;
    uint8_t end_asked_; // the frame in which it was
    uint16_t top_;
    bool ending_;
};

#else

// The Servo library: one servo after the other by interrupts, so the two widths are handed over up
// to one pulse apart, with some microseconds of jitter, in frames of 20 ms whatever is set.
class Pulses {
public:
    void start(uint16_t frame_us);
    bool frame_due();
    void hand_over(uint16_t frame_us, uint16_t ticks_a, uint16_t ticks_b);
    bool ending() { return false; }
    void on_frame() {}

private:
    Servo servos_[2];
    bool attached_;
    uint32_t last_us_;
    uint16_t frame_us_;
};

#endif

} // namespace servoarm
