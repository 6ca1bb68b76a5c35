// One joint's settings, and what any servo may get.
#pragma once

#include <stdint.h>

namespace servoarm {

// What any servo may get, and the frames in which that fits with a gap behind it.
const uint16_t LEAST_PULSE_US = 300;
const uint16_t MOST_PULSE_US = 2800;
const uint16_t LEAST_FRAME_US = 3000;
const uint16_t MOST_FRAME_US = 25000;

// One joint's values: a view into Settings, valid as long as they are.
class JointSettings {
public:
    explicit JointSettings(const int32_t *values) : values_(values) {}
    uint8_t pin() const { return static_cast<uint8_t>(values_[0]); }
    uint16_t lo_us() const { return static_cast<uint16_t>(values_[1]); }
    uint16_t hi_us() const { return static_cast<uint16_t>(values_[2]); }
    int32_t travel() const { return values_[3]; }
    int32_t zero() const { return values_[4]; }
    bool reversed() const { return values_[5] < 0; }
    bool directed() const { return values_[5] != 0; }
    int32_t lower() const { return values_[6]; }
    int32_t upper() const { return values_[7]; }
    int32_t speed() const { return values_[8]; }
    int32_t acceleration() const { return values_[9]; }

private:
    const int32_t *values_;
};

} // namespace servoarm
