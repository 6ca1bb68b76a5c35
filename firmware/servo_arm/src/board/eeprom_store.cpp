#include "eeprom_store.h"

#if defined(__AVR__)

#include <avr/eeprom.h>

namespace servoarm {
namespace {
uint8_t *address(uint16_t i) {
    return reinterpret_cast<uint8_t *>(i);
}
} // namespace

void EepromStore::read(uint8_t *bytes) const {
    eeprom_read_block(bytes, address(0), STORED_SIZE);
}

void EepromStore::step(Core &core) {
    if (!core.store_wanted() || !eeprom_is_ready())
        return;
    while (next_ < STORED_SIZE) {
        const uint16_t i = next_++;
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

#include <string.h>

namespace servoarm {
// No EEPROM: the board begins with the defaults, and the host sends the settings again.
void EepromStore::read(uint8_t *bytes) const {
    memset(bytes, 0xFF, STORED_SIZE);
}
void EepromStore::step(Core &core) {
    if (core.store_wanted())
        core.stored();
}
} // namespace servoarm

#endif
