#include "settings.h"

#include "crc32.h"
#include "pulse_map.h"

namespace servoarm {
namespace {

const uint8_t STORED_VERSION = 1;
const uint8_t VALUE_BYTES = 4 * SETTINGS;
const int32_t GAP_US = 200; // the least low time between two pulses of one servo

const int32_t DEFAULTS[SETTINGS] SERVOARM_FLASH = {
    20000, 1000, 0,    25,                                           // arm
    9,     500,  2500, 27000, 4500,  1, -4500,  22500, 18000, 72000, // shoulder
    10,    500,  2500, 27000, 13500, 1, -13500, 13500, 18000, 72000, // elbow
};

struct Range {
    int32_t least;
    int32_t most;
};

const Range RANGES[ARM_SETTINGS + JOINT_SETTINGS] SERVOARM_FLASH = {
    {3000, 25000},   {0, 60000},     {0, 1},          {1, 100},        // arm
    {0, 255},        {300, 2800},    {300, 2800},     {1000, 72000},   // pin lo hi travel
    {-72000, 72000}, {-1, 1},        {-72000, 72000}, {-72000, 72000}, // zero direction lower upper
    {100, 200000},   {100, 2000000},                                   // speed acceleration
};

bool in_range(uint8_t row, int32_t value) {
    return value >= static_cast<int32_t>(flash_dword(&RANGES[row].least)) &&
           value <= static_cast<int32_t>(flash_dword(&RANGES[row].most));
}

bool is_blank(const uint8_t *stored) {
    for (uint16_t i = 0; i < STORED_SIZE; ++i) {
        if (stored[i] != 0xff) {
            return false;
        }
    }
    return true;
}

uint32_t little_endian(const uint8_t *bytes) {
    uint32_t value = 0;
    for (uint8_t i = 4; i != 0; --i) {
        value = (value << 8) | bytes[i - 1];
    }
    return value;
}

} // namespace

void Settings::set_defaults(const Board &board) {
    for (uint8_t i = 0; i < SETTINGS; ++i) {
        values_[i] = static_cast<int32_t>(flash_dword(&DEFAULTS[i]));
    }
    for (uint8_t joint = 0; joint < JOINTS; ++joint) {
        values_[place(joint, JointSetting::pin)] = board.pins[joint];
    }
}

Source Settings::load(const Board &board, const uint8_t *stored, uint16_t size) {
    set_defaults(board);
    if (size < STORED_SIZE || is_blank(stored)) {
        return Source::defaults;
    }
    Settings found;
    for (uint8_t i = 0; i < SETTINGS; ++i) {
        found.values_[i] = static_cast<int32_t>(little_endian(stored + 1 + 4 * i));
    }
    if (stored[0] != STORED_VERSION ||
        found.stored_crc() != little_endian(stored + 1 + VALUE_BYTES) || !found.allowed(board)) {
        return Source::damaged;
    }
    *this = found;
    return Source::stored;
}

bool Settings::change(const Board &board, uint8_t first, uint8_t count, const int32_t *values) {
    Settings next = *this;
    for (uint8_t i = 0; i < count; ++i) {
        next.values_[first + i] = values[i];
    }
    if (!next.allowed(board)) {
        return false;
    }
    *this = next;
    return true;
}

bool Settings::allowed(const Board &board) const {
    for (uint8_t i = 0; i < SETTINGS; ++i) {
        const uint8_t row =
            i < ARM_SETTINGS + JOINT_SETTINGS ? i : static_cast<uint8_t>(i - JOINT_SETTINGS);
        if (!in_range(row, values_[i])) {
            return false;
        }
    }
    const int32_t watchdog_ms = arm(ArmSetting::watchdog_ms);
    if (watchdog_ms != 0 && watchdog_ms < 100) {
        return false;
    }
    for (uint8_t j = 0; j < JOINTS; ++j) {
        const int32_t pin = joint(j, JointSetting::pin);
        if ((pin != board.pins[0] && pin != board.pins[1]) ||
            joint(j, JointSetting::hi_us) - joint(j, JointSetting::lo_us) < 100 ||
            joint(j, JointSetting::direction) == 0 ||
            joint(j, JointSetting::lower) >= joint(j, JointSetting::upper)) {
            return false;
        }
    }
    return true;
}

bool Settings::consistent() const {
    for (uint8_t j = 0; j < JOINTS; ++j) {
        if (pulse_ticks(*this, j, joint(j, JointSetting::lower)) == 0 ||
            pulse_ticks(*this, j, joint(j, JointSetting::upper)) == 0 ||
            arm(ArmSetting::frame_us) < joint(j, JointSetting::hi_us) + GAP_US) {
            return false;
        }
    }
    return joint(SHOULDER, JointSetting::pin) != joint(ELBOW, JointSetting::pin);
}

bool Settings::operator==(const Settings &other) const {
    for (uint8_t i = 0; i < SETTINGS; ++i) {
        if (values_[i] != other.values_[i]) {
            return false;
        }
    }
    return true;
}

uint8_t Settings::value_byte(uint8_t index) const {
    const uint32_t value = static_cast<uint32_t>(values_[index / 4]);
    return static_cast<uint8_t>(value >> (8 * (index % 4)));
}

uint32_t Settings::hash() const {
    Crc32 crc;
    for (uint8_t i = 0; i < VALUE_BYTES; ++i) {
        crc.add(value_byte(i));
    }
    return crc.value();
}

uint32_t Settings::stored_crc() const {
    Crc32 crc;
    crc.add(STORED_VERSION);
    for (uint8_t i = 0; i < VALUE_BYTES; ++i) {
        crc.add(value_byte(i));
    }
    return crc.value();
}

uint8_t Settings::stored_byte(uint16_t index) const {
    if (index == 0) {
        return STORED_VERSION;
    }
    if (index <= VALUE_BYTES) {
        return value_byte(static_cast<uint8_t>(index - 1));
    }
    return static_cast<uint8_t>(stored_crc() >> (8 * (index - 1 - VALUE_BYTES)));
}

} // namespace servoarm
