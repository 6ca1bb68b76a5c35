#include "profile.h"

namespace servoarm {
namespace {

uint16_t square_root(uint32_t value) {
    uint32_t root = 0;
    for (uint32_t bit = static_cast<uint32_t>(1) << 30; bit != 0; bit >>= 2) {
        if (value >= root + bit) {
            value -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return static_cast<uint16_t>(root);
}

// floor(value * frame_us * scale / 15625) without a 64-bit product. 15625 is 10^6 / 64.
uint32_t scaled(uint32_t value, uint16_t frame_us, uint8_t scale) {
    const uint32_t whole = value / 15625;
    const uint32_t rest = (value % 15625) * frame_us;
    return (whole * frame_us + rest / 15625) * scale + (rest % 15625) * scale / 15625;
}

} // namespace

void Profile::set_limits(uint32_t speed, uint32_t acceleration, uint16_t frame_us) {
    // 8192 units / 10^6 us = 128 / 15625
    speed_ = scaled(speed, frame_us, 128);
    top_ = speed_;
    acceleration_ = scaled(scaled(acceleration, frame_us, 128), frame_us, 1) / 64;
}

void Profile::place(int32_t theta) {
    position_ = theta * UNITS;
    goal_ = position_;
    velocity_ = 0;
}

void Profile::go(int32_t theta, uint8_t percent) {
    goal_ = theta * UNITS;
    top_ = speed_ * percent / 100; // at most 41e6 * 100: fits
}

void Profile::stop() {
    const bool backwards = velocity_ < 0;
    const uint32_t speed = static_cast<uint32_t>(backwards ? -velocity_ : velocity_);
    const uint32_t frames = speed / acceleration_;
    // (speed - a) + (speed - 2a) + ...; the terms fit, because the way lies within the limits
    const int32_t way =
        static_cast<int32_t>(frames * speed - frames * (frames + 1) / 2 * acceleration_);
    const int32_t landing = backwards ? position_ - way : position_ + way;
    const int32_t slack = velocity_ == 0 ? UNITS / 2 : backwards ? 0 : UNITS - 1;
    goal_ = ((landing + slack) >> 13) * UNITS;
}

// The greatest u with S(u) <= distance. With k = the greatest count of whole steps, a k(k+1)/2 <=
// distance, S(u) has k+1 terms and is (k+1) u - a k(k+1)/2.
uint32_t Profile::fastest(uint32_t distance) const {
    const uint32_t k = (square_root(8 * (distance / acceleration_) + 1) - 1u) / 2u;
    return (distance + k * (k + 1) / 2 * acceleration_) / (k + 1);
}

bool Profile::step() {
    const int32_t error = goal_ - position_;
    const bool backwards = error < 0;
    uint32_t speed = fastest(static_cast<uint32_t>(backwards ? -error : error));
    if (speed > top_) {
        speed = top_;
    }
    const int32_t wanted = backwards ? -static_cast<int32_t>(speed) : static_cast<int32_t>(speed);
    const int32_t change = static_cast<int32_t>(acceleration_);
    if (wanted > velocity_ + change) {
        velocity_ += change;
    } else if (wanted < velocity_ - change) {
        velocity_ -= change;
    } else {
        velocity_ = wanted;
    }
    position_ += velocity_;
    return velocity_ != 0 || position_ != goal_;
}

} // namespace servoarm
