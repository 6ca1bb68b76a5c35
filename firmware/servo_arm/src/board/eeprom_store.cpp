#include "eeprom_store.h"

#if defined(__AVR__)

#include <avr/eeprom.h>

namespace servoarm {
namespace {
// Not from 0 on: that is the cell which a write gone wrong in a falling supply hits first.
constexpr uintptr_t BEGIN = 16;

uint8_t *cell(uint8_t address) {
    return reinterpret_cast<uint8_t *>(BEGIN + address);
}
} // namespace

uint8_t EepromStore::read(uint8_t address) {
    return eeprom_read_byte(cell(address));
}

void EepromStore::step(Core &core) {
    if (!core.store_wanted() || !eeprom_is_ready())
        return;
    while (next_ < SLOT_SIZE) {
        const uint8_t byte = core.stored_byte(next_);
        uint8_t *const at = cell(core.store_address() + next_);
        ++next_;
        if (eeprom_read_byte(at) != byte) {
            eeprom_write_byte(at, byte); // begins it and returns
            return;
        }
    }
    next_ = 0;
    core.stored();
}

} // namespace servoarm

#else

namespace servoarm {
// No EEPROM: the board begins with the defaults, and the host sends the settings again.
uint8_t EepromStore::read(uint8_t) {
    return 0xFF;
}
void EepromStore::step(Core &core) {
    core.not_stored();
}
} // namespace servoarm

#endif
