#include "settings.h"

#include "crc32.h"
#include "flash_text.h"
#include "pulse_map.h"

namespace servoarm {
namespace {

const uint8_t STORED_VERSION = 1;
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

const Range RANGES[JOINTS_PLACE + JOINT_SETTINGS] SERVOARM_FLASH = {
    {3000, 25000},   {0, 60000},     {0, 1},          {1, 100},        // arm
    {0, 255},        {300, 2800},    {300, 2800},     {1000, 72000},   // pin lo hi travel
    {-72000, 72000}, {-1, 1},        {-72000, 72000}, {-72000, 72000}, // zero direction lower upper
    {100, 200000},   {100, 2000000},                                   // speed acceleration
};

bool in_range(uint8_t row, int32_t value) {
    return value >= static_cast<int32_t>(flash_dword(&RANGES[row].least)) &&
           value <= static_cast<int32_t>(flash_dword(&RANGES[row].most));
}

// The CRC-32 of any bytes followed by their own CRC-32, least byte first.
const uint32_t WHOLE = 0x2144df1c;

bool is_blank(const uint8_t *stored) {
    uint8_t all = 0xff;
    for (uint8_t i = 0; i < STORED_SIZE; ++i) {
        all &= stored[i];
    }
    return all == 0xff;
}

void add_bytes(Crc32 &crc, const uint8_t *bytes, uint8_t count) {
    for (; count != 0; --count) {
        crc.add(*bytes++);
    }
}

} // namespace

void Settings::set_defaults(const Board &board) {
    for (uint8_t i = 0; i < SETTINGS; ++i) {
        values_[i] = static_cast<int32_t>(flash_dword(&DEFAULTS[i]));
    }
    values_[JOINTS_PLACE] = board.pins[0];
    values_[JOINTS_PLACE + JOINT_SETTINGS] = board.pins[1];
    update_hash();
}

Source Settings::load(const Board &board, const uint8_t *stored, uint16_t size) {
    Source source = Source::defaults;
    if (size >= STORED_SIZE && !is_blank(stored)) {
        Crc32 crc;
        add_bytes(crc, stored, STORED_SIZE);
        uint8_t *values = reinterpret_cast<uint8_t *>(values_);
        for (uint8_t i = 0; i < VALUE_BYTES; ++i) {
            values[i] = stored[1 + i];
        }
        if (crc.value() == WHOLE && stored[0] == STORED_VERSION && allowed(board)) {
            update_hash();
            return Source::stored;
        }
        source = Source::damaged;
    }
    set_defaults(board);
    return source;
}

void Settings::swap(uint8_t first, uint8_t count, int32_t *values) {
    for (int32_t *value = values_ + first; count != 0; --count, ++value, ++values) {
        const int32_t before = *value;
        *value = *values;
        *values = before;
    }
}

bool Settings::exchange(const Board &board, uint8_t first, uint8_t count, int32_t *values) {
    swap(first, count, values);
    const bool good = allowed(board);
    if (good) {
        update_hash();
    } else {
        swap(first, count, values);
    }
    return good;
}

bool Settings::allowed(const Board &board) const {
    uint8_t row = 0;
    for (uint8_t i = 0; i < SETTINGS; ++i, ++row) {
        if (row == JOINTS_PLACE + JOINT_SETTINGS) {
            row = JOINTS_PLACE;
        }
        if (!in_range(row, values_[i])) {
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
    add_bytes(crc, bytes(), VALUE_BYTES);
    hash_ = crc.value();
}

uint8_t Settings::stored_byte(uint16_t index) const {
    if (index == 0) {
        return STORED_VERSION;
    }
    if (index <= VALUE_BYTES) {
        return bytes()[index - 1];
    }
    Crc32 crc;
    crc.add(STORED_VERSION);
    add_bytes(crc, bytes(), VALUE_BYTES);
    return static_cast<uint8_t>(crc.value() >> (8 * (index - 1 - VALUE_BYTES)));
}

} // namespace servoarm
