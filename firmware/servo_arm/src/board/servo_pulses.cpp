#include "pulses.h"

#if !defined(SERVOARM_TIMER1)

namespace servoarm {
namespace {
constexpr uint8_t PINS[2] = {SERVOARM_PINS};
}

void Pulses::start(uint16_t frame_us) {
    for (uint8_t pin : PINS) {
        digitalWrite(pin, LOW);
        pinMode(pin, OUTPUT);
    }
    frame_us_ = frame_us;
    last_us_ = micros();
}

bool Pulses::frame_due() {
    if (micros() - last_us_ < frame_us_)
        return false;
    last_us_ += frame_us_;
    return true;
}

void Pulses::hand_over(uint16_t frame_us, uint16_t ticks_a, uint16_t ticks_b) {
    const uint16_t ticks[2] = {ticks_a, ticks_b};
    const bool wanted = ticks_a != 0 && ticks_b != 0;
    frame_us_ = frame_us;
    for (uint8_t i = 0; i < 2; ++i) {
        if (wanted) {
            // Before attach, for pulses begin with it: the library then holds the width to its own
            // range, usually 544 to 2400 us. After it, for the range is ours from then on.
            servos_[i].writeMicroseconds(ticks[i] / 2);
            if (!attached_) {
                servos_[i].attach(PINS[i], LEAST_PULSE_US, MOST_PULSE_US);
                servos_[i].writeMicroseconds(ticks[i] / 2);
            }
        } else if (attached_) {
            servos_[i].detach();
        }
    }
    attached_ = wanted;
}

} // namespace servoarm

#endif
