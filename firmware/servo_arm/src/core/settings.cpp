#include "settings.h"

#include "crc32.h"
#include "flash_text.h"
#include "pulse_map.h"

namespace servoarm {
namespace {

const int32_t DEFAULTS[] SERVOARM_FLASH = {
    20000, 1000, 0,    25,                                           // arm
    9,     500,  2500, 27000, 4500,  1, -4500,  22500, 18000, 72000, // shoulder
    10,    500,  2500, 27000, 13500, 1, -13500, 13500, 18000, 72000, // elbow
};
static_assert(sizeof DEFAULTS / sizeof DEFAULTS[0] == SETTINGS, "a setting has no default");

struct Range {
    int32_t least;
    int32_t most;
};

// Of the arm's values and one joint's, in their places.
const Range RANGES[] SERVOARM_FLASH = {
    {LEAST_FRAME_US, MOST_FRAME_US}, // frame
    {0, 60000},                      // watchdog: milliseconds
    {0, 1},                          // watchdog: action
    {1, 100},                        // first
    {0, 255},                        // pin
    {LEAST_PULSE_US, MOST_PULSE_US}, // lo
    {LEAST_PULSE_US, MOST_PULSE_US}, // hi
    {1000, 72000},                   // travel
    {-72000, 72000},                 // zero
    {-1, 1},                         // direction
    {-72000, 72000},                 // lower
    {-72000, 72000},                 // upper
    {100, 200000},                   // speed
    {100, 2000000},                  // acceleration
};
static_assert(sizeof RANGES / sizeof RANGES[0] == JOINTS_PLACE + JOINT_SETTINGS,
              "a setting has no range");

bool in_range(const Range *range, int32_t value) {
    return value >= static_cast<int32_t>(flash_dword(&range->least)) &&
           value <= static_cast<int32_t>(flash_dword(&range->most));
}

} // namespace

void Settings::set_defaults(const Board &board) {
    for (uint8_t i = 0; i < SETTINGS; ++i) {
        values_[i] = static_cast<int32_t>(flash_dword(&DEFAULTS[i]));
    }
    values_[JOINTS_PLACE] = board.pins[SHOULDER];
    values_[JOINTS_PLACE + JOINT_SETTINGS] = board.pins[ELBOW];
    update_hash();
}

bool Settings::swap(uint8_t first, uint8_t count, int32_t *values) {
    bool differs = false;
    for (uint8_t i = 0; i < count; ++i) {
        int32_t &ours = values_[first + i];
        const int32_t value = ours;
        differs = differs || value != values[i];
        ours = values[i];
        values[i] = value;
    }
    return differs;
}

Settings::Exchange Settings::exchange(const Board &board, uint8_t first, uint8_t count,
                                      int32_t *values) {
    const bool changed = swap(first, count, values);
    if (!allowed(board)) {
        swap(first, count, values);
        return Exchange::refused;
    }
    update_hash();
    return changed ? Exchange::changed : Exchange::same;
}

bool Settings::allowed(const Board &board) const {
    const Range *range = RANGES;
    for (uint8_t i = 0; i < SETTINGS; ++i, ++range) {
        if (i == JOINTS_PLACE + JOINT_SETTINGS) {
            range = RANGES + JOINTS_PLACE;
        }
        if (!in_range(range, values_[i])) {
            return false;
        }
    }
    for (uint8_t i = 0; i < JOINTS; ++i) {
        const JointSettings j = joint(i);
        if ((j.pin() != board.pins[0] && j.pin() != board.pins[1]) ||
            j.hi_us() < j.lo_us() + 100u || !j.directed() || j.lower() >= j.upper()) {
            return false;
        }
    }
    return watchdog_ms() == 0 || watchdog_ms() >= 100;
}

bool Settings::consistent() const {
    for (uint8_t i = 0; i < JOINTS; ++i) {
        const JointSettings j = joint(i);
        if (pulse_ticks(j, j.lower()) == 0 || pulse_ticks(j, j.upper()) == 0) {
            return false;
        }
    }
    return joint(SHOULDER).pin() != joint(ELBOW).pin();
}

void Settings::update_hash() {
    Crc32 crc;
    crc.start();
    for (uint8_t i = 0; i < VALUE_BYTES; ++i) {
        crc.add(byte(i));
    }
    hash_ = crc.value();
}

} // namespace servoarm
