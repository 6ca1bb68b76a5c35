#include "eeprom_store.h"

#if defined(__AVR__)

#include <avr/eeprom.h>

namespace servoarm {
namespace {
// Not from 0 on: that is the cell which a write gone wrong in a falling supply hits first.
constexpr uintptr_t BEGIN = 16;

uint8_t *address(uint8_t i) {
    return reinterpret_cast<uint8_t *>(BEGIN + i);
}
} // namespace

void EepromStore::restore(Core &core) const {
    for (uint8_t i = 0; i < STORED_SIZE; ++i)
        core.restore_byte(i, eeprom_read_byte(address(i)));
}

void EepromStore::step(Core &core) {
    if (!core.store_wanted() || !eeprom_is_ready())
        return;
    while (next_ < STORED_SIZE) {
        const uint8_t i = STORED_SIZE - ++next_;
        const uint8_t byte = core.stored_byte(i);
        if (eeprom_read_byte(address(i)) != byte) {
            eeprom_write_byte(address(i), byte); // begins it and returns
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
void EepromStore::restore(Core &core) const {
    for (uint8_t i = 0; i < STORED_SIZE; ++i)
        core.restore_byte(i, 0xFF);
}
void EepromStore::step(Core &core) {
    core.not_stored();
}
} // namespace servoarm

#endif
