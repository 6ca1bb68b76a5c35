// The board's settings: 24 integers, their ranges, their hash, and the bytes in which they are
// stored.
#pragma once

#include <stdint.h>

#include "flash_text.h"

namespace servoarm {

// What the core must know of the board it runs on: its two servo pins, channel 0 and channel 1.
struct Board {
    uint8_t pins[2];
};

const uint8_t SHOULDER = 0;
const uint8_t ELBOW = 1;
const uint8_t JOINTS = 2;

// Order and number are PROTOCOL.md's ("Settings"); hash and stored bytes follow them.
enum class ArmSetting : uint8_t { frame_us, watchdog_ms, watchdog_action, first_percent };
enum class JointSetting : uint8_t {
    pin,
    lo_us,
    hi_us,
    travel,
    zero,
    direction,
    lower,
    upper,
    speed,
    acceleration,
};

const uint8_t ARM_SETTINGS = 4;
const uint8_t JOINT_SETTINGS = 10;
const uint8_t SETTINGS = ARM_SETTINGS + JOINTS * JOINT_SETTINGS;
const uint16_t STORED_SIZE = 1 + 4 * SETTINGS + 4; // version, values, CRC-32

enum class Source : uint8_t { stored, defaults, damaged };

class Settings {
public:
    void set_defaults(const Board &board);
    // From stored bytes; anything but a whole, allowed set leaves the defaults in force.
    Source load(const Board &board, const uint8_t *stored, uint16_t size);

    int32_t arm(ArmSetting setting) const { return values_[place(setting)]; }
    int32_t joint(uint8_t joint, JointSetting setting) const {
        return values_[place(joint, setting)];
    }
    static uint8_t place(ArmSetting setting) { return static_cast<uint8_t>(setting); }
    static uint8_t place(uint8_t joint, JointSetting setting) {
        return static_cast<uint8_t>(ARM_SETTINGS + joint * JOINT_SETTINGS +
                                    static_cast<uint8_t>(setting));
    }
    int32_t at(uint8_t place) const { return values_[place]; }

    // Puts `count` values from `first` on; false and unchanged when one is not allowed.
    bool change(const Board &board, uint8_t first, uint8_t count, const int32_t *values);
    // Limits within the servos' travel, two different pins, a frame long enough for the pulses.
    bool consistent() const;
    bool operator==(const Settings &other) const;

    uint32_t hash() const;
    uint8_t stored_byte(uint16_t index) const;

private:
    bool allowed(const Board &board) const;
    uint8_t value_byte(uint8_t index) const;
    uint32_t stored_crc() const;

    int32_t values_[SETTINGS] = {};
};

} // namespace servoarm
