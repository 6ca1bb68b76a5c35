#include "settings.h"

#include "crc32.h"
#include "flash_text.h"
#include "pulse_map.h"

namespace servoarm {
namespace {

const uint8_t STORED_VERSION = 1;
const uint8_t BLANK = 0xff; // a byte where nothing was ever stored
const uint8_t VALUE_BYTES = 4 * SETTINGS;
const uint16_t GAP_US = 200; // the least low time between two pulses of one servo

const int32_t DEFAULTS[SETTINGS] SERVOARM_FLASH = {
    20000, 1000, 0,    25,                                           // arm
    9,     500,  2500, 27000, 4500,  1, -4500,  22500, 18000, 72000, // shoulder
    10,    500,  2500, 27000, 13500, 1, -13500, 13500, 18000, 72000, // elbow
};

struct Range {
    int32_t least;
    int32_t most;
};

// Of the arm's values and one joint's.
const Range RANGES[JOINTS_PLACE + JOINT_SETTINGS] SERVOARM_FLASH = {
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

bool in_range(const Range *range, int32_t value) {
    return value >= static_cast<int32_t>(flash_dword(&range->least)) &&
           value <= static_cast<int32_t>(flash_dword(&range->most));
}

} // namespace

void Settings::set_defaults(const Board &board) {
    const uint8_t *defaults = reinterpret_cast<const uint8_t *>(DEFAULTS);
    for (uint8_t i = 0; i < VALUE_BYTES; ++i) {
        restore_byte(i, flash_byte(defaults + i));
    }
    // a pin is its value's lowest byte
    restore_byte(4 * JOINTS_PLACE, board.pins[0]);
    restore_byte(4 * (JOINTS_PLACE + JOINT_SETTINGS), board.pins[1]);
    kept_.version = STORED_VERSION;
    update_hash();
}

Source Settings::start(const Board &board) {
    Source source = Source::defaults;
    if (!blank()) {
        const uint32_t stored_hash = kept_.hash;
        update_hash();
        if (kept_.hash == stored_hash && kept_.version == STORED_VERSION && allowed(board)) {
            return Source::stored;
        }
        source = Source::damaged;
    }
    set_defaults(board);
    return source;
}

bool Settings::blank() const {
    for (uint8_t i = 0; i < STORED_SIZE; ++i) {
        if (bytes()[i] != BLANK) {
            return false;
        }
    }
    return true;
}

bool Settings::swap(uint8_t first, uint8_t count, int32_t *values) {
    uint8_t *ours = reinterpret_cast<uint8_t *>(kept_.values + first);
    uint8_t *others = reinterpret_cast<uint8_t *>(values);
    uint8_t difference = 0;
    for (uint8_t left = 4 * count; left != 0; --left, ++ours, ++others) {
        const uint8_t byte = *ours;
        difference |= static_cast<uint8_t>(byte ^ *others);
        *ours = *others;
        *others = byte;
    }
    return difference != 0;
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
        if (!in_range(range, kept_.values[i])) {
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
        if (pulse_ticks(j, j.lower()) == 0 || pulse_ticks(j, j.upper()) == 0 ||
            frame_us() < j.hi_us() + GAP_US) {
            return false;
        }
    }
    return joint(SHOULDER).pin() != joint(ELBOW).pin();
}

void Settings::update_hash() {
    Crc32 crc;
    crc.start();
    for (uint8_t i = 0; i < VALUE_BYTES; ++i) {
        crc.add(bytes()[i]);
    }
    kept_.hash = crc.value();
}

} // namespace servoarm
