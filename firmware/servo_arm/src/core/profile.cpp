#include "profile.h"

namespace servoarm {
namespace {

const uint32_t FRAME_SCALE = 137438; // 2^37 / 10^6

// floor(a * b / 2^32) for a below 2^31, by shifting and adding: for this alone an AVR would need
// its routines for 64 bits.
SERVOARM_ONCE uint32_t upper_half(uint32_t a, uint32_t b) {
    uint32_t sum = 0;
    for (uint8_t bit = 0; bit < 32; ++bit) {
        if ((b & 1) != 0) {
            sum += a;
        }
        sum >>= 1;
        b >>= 1;
    }
    return sum;
}

uint32_t magnitude(int32_t value) {
    return static_cast<uint32_t>(value < 0 ? -value : value);
}

int32_t limited(int32_t value, uint32_t most) {
    const int32_t bound = static_cast<int32_t>(most);
    if (value > bound) {
        return bound;
    }
    return value < -bound ? -bound : value;
}

} // namespace

void Profile::set_limits(uint32_t speed, uint32_t acceleration, uint16_t frame_us) {
    const uint32_t frame = frame_us * FRAME_SCALE; // in 2^-37 s
    speed_ = upper_half(speed << 8, frame);
    top_ = speed_;
    acceleration_ = upper_half(upper_half(acceleration << 3, frame), frame);
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

// a + 2a + ... + count a
uint32_t Profile::ramp(uint16_t count) const {
    return static_cast<uint32_t>(count) * (count + 1u) / 2 * acceleration_;
}

void Profile::stop() {
    const bool backwards = velocity_ < 0;
    const uint32_t speed = magnitude(velocity_);
    const uint16_t frames = static_cast<uint16_t>(speed / acceleration_);
    // (speed - a) + (speed - 2a) + ...; the terms fit, because the way lies within the limits
    int32_t way = static_cast<int32_t>(frames * speed - ramp(frames));
    // to the next whole centidegree ahead
    if (backwards) {
        way = -way;
    } else {
        way += UNITS - 1;
    }
    goal_ = (position_ + way) & ~(UNITS - 1);
}

// The greatest u with S(u) <= distance, where that is within one acceleration of the speed; else
// something beyond the nearer end of that range.
// With k = the greatest count of whole steps, a k(k+1)/2 <= distance, S(u) has k+1 terms and is
// (k+1) u - a k(k+1)/2.
uint32_t Profile::fastest(uint32_t distance) const {
    uint16_t terms = static_cast<uint16_t>(magnitude(velocity_) / acceleration_ + 2);
    uint32_t way = 0;
    uint8_t tries = 3;
    do {
        way = ramp(--terms);
    } while (way > distance && --tries != 0);
    return (distance + way) / (terms + 1u);
}

int32_t Profile::nearest(const int32_t &units) {
    return (units + UNITS / 2) >> 13;
}

bool Profile::step() {
    const int32_t error = goal_ - position_;
    int32_t wanted = static_cast<int32_t>(fastest(magnitude(error)));
    if (error < 0) {
        wanted = -wanted;
    }
    wanted = limited(wanted, top_);
    velocity_ += limited(wanted - velocity_, acceleration_);
    position_ += velocity_;
    return velocity_ != 0 || position_ != goal_;
}

} // namespace servoarm
