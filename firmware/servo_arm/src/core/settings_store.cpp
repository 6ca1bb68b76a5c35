#include "settings_store.h"

#include "crc32.h"

namespace servoarm {
namespace {

const uint8_t VERSION = 2;
// The first firmware had one set, where the first slot is now, and no number: the byte behind it
// counts as one. A set stored now is written to the other slot, and is newer.
const uint8_t UNNUMBERED_VERSION = 1;
const uint8_t BLANK = 0xff;

// The CRC-32 of values, version and number, where `hash` is that of the values.
uint32_t check_of(uint32_t hash, uint8_t counter) {
    Crc32 crc;
    crc.resume(hash);
    crc.add(VERSION);
    crc.add(counter);
    return crc.value();
}

// Numbers wrap around; two slots are never more than one number apart.
bool newer(uint8_t counter, uint8_t other) {
    return static_cast<int8_t>(counter - other) > 0;
}

bool blank(ReadStored read) {
    for (uint8_t i = 0; i < STORED_SIZE; ++i) {
        if (read(i) != BLANK) {
            return false;
        }
    }
    return true;
}

struct Slot {
    ReadStored read;
    uint8_t address;

    uint8_t byte(uint8_t place) const { return read(static_cast<uint8_t>(address + place)); }

    uint32_t check() const {
        uint32_t value = 0;
        for (uint8_t i = 4; i != 0; --i) {
            value = value << 8 | byte(static_cast<uint8_t>(CHECK_PLACE + i - 1));
        }
        return value;
    }

    // False: the set is not whole.
    bool load(Settings &settings) const {
        for (uint8_t i = 0; i < VALUE_BYTES; ++i) {
            settings.restore_byte(i, byte(i));
        }
        settings.update_hash();
        switch (byte(VERSION_PLACE)) {
        case VERSION:
            return check() == check_of(settings.hash(), byte(COUNTER_PLACE));
        case UNNUMBERED_VERSION:
            return check() == settings.hash();
        default:
            return false;
        }
    }
};

} // namespace

Source SettingsStore::restore(Settings &settings, const Board &board, ReadStored read) {
    const Slot first = {read, 0};
    const Slot second = {read, SLOT_SIZE};
    const bool first_whole = first.load(settings);
    bool whole = second.load(settings);
    used_ = 1;
    if (first_whole && (!whole || newer(first.byte(COUNTER_PLACE), second.byte(COUNTER_PLACE)))) {
        used_ = 0;
        whole = first.load(settings);
    }
    if (whole) {
        counter_ = (used_ == 0 ? first : second).byte(COUNTER_PLACE);
        if (settings.allowed(board)) {
            return Source::stored;
        }
    }
    settings.set_defaults(board);
    return blank(read) ? Source::defaults : Source::damaged;
}

void SettingsStore::begin(const Settings &settings) {
    ++counter_;
    check_ = check_of(settings.hash(), counter_);
}

uint8_t SettingsStore::byte(const Settings &settings, uint8_t index) const {
    if (index < VALUE_BYTES) {
        return settings.byte(index);
    }
    if (index == VERSION_PLACE) {
        return VERSION;
    }
    if (index == COUNTER_PLACE) {
        return counter_;
    }
    return static_cast<uint8_t>(check_ >> 8 * (index - CHECK_PLACE));
}

} // namespace servoarm
