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

// floor(value * factor / 10^6) for a small value, by long multiplication: a 64-bit product costs an
// AVR more flash.
uint32_t millionths(uint32_t value, uint32_t factor) {
    const uint32_t million = 1000000;
    uint32_t whole = 0;
    uint32_t rest = 0; // whole * million + rest = value * (the factor's bits so far)
    for (uint8_t bit = 0; bit < 32; ++bit) {
        whole <<= 1;
        rest <<= 1;
        if ((factor & 0x80000000u) != 0) {
            rest += value;
        }
        factor <<= 1;
        while (rest >= million) {
            rest -= million;
            ++whole;
        }
    }
    return whole;
}

} // namespace

void Profile::set_limits(uint32_t speed, uint32_t acceleration, uint16_t frame_us) {
    const uint32_t units = frame_us * static_cast<uint32_t>(UNITS);
    speed_ = millionths(speed, units);
    top_ = speed_;
    acceleration_ = millionths(frame_us, millionths(acceleration, units));
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
uint32_t Profile::ramp(uint32_t count) const {
    return count * (count + 1) / 2 * acceleration_;
}

void Profile::stop() {
    const bool backwards = velocity_ < 0;
    const uint32_t speed = static_cast<uint32_t>(backwards ? -velocity_ : velocity_);
    const uint32_t frames = speed / acceleration_;
    // (speed - a) + (speed - 2a) + ...; the terms fit, because the way lies within the limits
    int32_t way = static_cast<int32_t>(frames * speed - ramp(frames));
    // to the next whole centidegree ahead, or, at rest, the nearest
    if (backwards) {
        way = -way;
    } else {
        way += velocity_ == 0 ? UNITS / 2 : UNITS - 1;
    }
    goal_ = (position_ + way) & ~(UNITS - 1);
}

// The greatest u with S(u) <= distance. With k = the greatest count of whole steps,
// a k(k+1)/2 <= distance, S(u) has k+1 terms and is (k+1) u - a k(k+1)/2.
uint32_t Profile::fastest(uint32_t distance) const {
    const uint32_t k = (square_root(8 * (distance / acceleration_) + 1) - 1u) / 2u;
    return (distance + ramp(k)) / (k + 1);
}

int32_t Profile::position() const {
    return (position_ + UNITS / 2) >> 13;
}

int32_t Profile::goal() const {
    return goal_ >> 13;
}

bool Profile::step() {
    const int32_t error = goal_ - position_;
    const bool backwards = error < 0;
    uint32_t speed = fastest(static_cast<uint32_t>(backwards ? -error : error));
    if (speed > top_) {
        speed = top_;
    }
    const int32_t wanted = backwards ? -static_cast<int32_t>(speed) : static_cast<int32_t>(speed);
    const int32_t most = static_cast<int32_t>(acceleration_);
    int32_t change = wanted - velocity_;
    if (change > most) {
        change = most;
    } else if (change < -most) {
        change = -most;
    }
    velocity_ += change;
    position_ += velocity_;
    return velocity_ != 0 || position_ != goal_;
}

} // namespace servoarm
