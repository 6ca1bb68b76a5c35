// The settings over a power cut (PROTOCOL.md, "Settings"): two slots, written in turn, so that a
// write that is cut leaves the set that was in force.
#pragma once

#include <stdint.h>

#include "settings.h"

namespace servoarm {

const uint8_t SLOTS = 2;
const uint8_t CHECK_PLACE = VALUE_BYTES; // in a slot
const uint8_t VERSION_PLACE = CHECK_PLACE + 4;
const uint8_t COUNTER_PLACE = VERSION_PLACE + 1;
const uint8_t SLOT_SIZE = COUNTER_PLACE + 1;
const uint8_t STORED_SIZE = SLOTS * SLOT_SIZE;
static_assert(SLOTS * (COUNTER_PLACE + 1) <= UINT8_MAX, "an address is a byte");

// Reads a byte of the board's storage, 0 .. STORED_SIZE - 1; 0xff where nothing was ever written.
typedef uint8_t (*ReadStored)(uint8_t address);

enum class Source : uint8_t { stored, defaults, damaged };

class SettingsStore {
public:
    // The newest whole set into `settings`; anything but an allowed one leaves the defaults there.
    Source restore(Settings &settings, const Board &board, ReadStored read);

    // The set to be stored is the present one, under a new number, in the slot that is not in
    // force: bytes 0 .. SLOT_SIZE - 1 from address() on, in any order. Then done().
    void begin(const Settings &settings);
    uint8_t address() const { return used_ == 0 ? SLOT_SIZE : 0; }
    uint8_t byte(const Settings &settings, uint8_t index) const;
    void done() { used_ = used_ == 0 ? 1 : 0; }

private:
    uint32_t check_;  // of the set that is to be stored
    uint8_t counter_; // the number of the set stored last, or to be stored
    uint8_t used_;    // the slot in force
};

} // namespace servoarm
