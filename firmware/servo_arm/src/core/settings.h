// The board's settings: 24 integers, their ranges and their hash.
#pragma once

#include <stdint.h>

#include "joint_settings.h"

namespace servoarm {

// What the core must know of the board it runs on: its two servo pins, channel 0 and channel 1.
struct Board {
    uint8_t pins[2];
};

const uint8_t SHOULDER = 0;
const uint8_t ELBOW = 1;
const uint8_t JOINTS = 2;

// Places of the values; order and number are PROTOCOL.md's ("Settings"), hash and stored bytes
// follow them.
const uint8_t FRAME_PLACE = 0;
const uint8_t WATCHDOG_PLACE = 1;
const uint8_t FIRST_PLACE = 3;
const uint8_t JOINTS_PLACE = 4; // the shoulder's values, then the elbow's
const uint8_t JOINT_SETTINGS = 10;
const uint8_t SERVO_OFFSET = 0; // in a joint's values: pin .. direction
const uint8_t LIMIT_OFFSET = 6; // lower .. acceleration
const uint8_t SETTINGS = JOINTS_PLACE + JOINTS * JOINT_SETTINGS;
const uint8_t VALUE_BYTES = 4 * SETTINGS;

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The settings are hashed and stored as they lie in memory: little-endian."
#endif

class Settings {
public:
    void set_defaults(const Board &board);

    uint16_t frame_us() const { return static_cast<uint16_t>(values_[FRAME_PLACE]); }
    uint16_t watchdog_ms() const { return static_cast<uint16_t>(values_[WATCHDOG_PLACE]); }
    bool relaxes_when_lost() const { return values_[WATCHDOG_PLACE + 1] != 0; }
    uint8_t first_percent() const { return static_cast<uint8_t>(values_[FIRST_PLACE]); }
    JointSettings joint(uint8_t joint) const {
        return JointSettings(values_ + JOINTS_PLACE + joint * JOINT_SETTINGS);
    }
    int32_t at(uint8_t place) const { return values_[place]; }

    enum class Exchange : uint8_t { refused, same, changed };
    // Exchanges `count` values from `first` on with `values`; all or, when one is not allowed,
    // none.
    Exchange exchange(const Board &board, uint8_t first, uint8_t count, int32_t *values);
    // Every value in its range: what anyone may set.
    bool allowed(const Board &board) const;
    // Limits within the servos' travel, two different pins: what an arm can be driven with.
    bool consistent() const;

    // Kept, not computed: hello must not hold up a frame, and settings change only while no pulse
    // is due.
    uint32_t hash() const { return hash_; }

    // The values as bytes, for the store. update_hash() after the last one restored.
    uint8_t byte(uint8_t index) const { return reinterpret_cast<const uint8_t *>(values_)[index]; }
    void restore_byte(uint8_t index, uint8_t byte) {
        reinterpret_cast<uint8_t *>(values_)[index] = byte;
    }
    void update_hash();

private:
    bool swap(uint8_t first, uint8_t count, int32_t *values); // true when any differs

    int32_t values_[SETTINGS];
    uint32_t hash_;
};

} // namespace servoarm
