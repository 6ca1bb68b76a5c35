// The settings in the EEPROM, written in the background.
#pragma once

#include "../core/core.h"

namespace servoarm {

class EepromStore {
public:
    // STORED_SIZE bytes, as they are; the core judges them.
    void read(uint8_t *bytes) const;
    // Once a pass of the loop: at most one byte is begun (3.4 ms, in hardware), and only where
    // it differs, so that the cells last. A write cut by a power loss fails the CRC at the next
    // start, and the defaults are in force.
    void step(Core &core);

private:
    uint16_t next_ = 0;
};

} // namespace servoarm
