// The settings in the EEPROM, written in the background.
#pragma once

#include "../core/core.h"

namespace servoarm {

class EepromStore {
public:
    // Hands the stored bytes over as they are; the core judges them.
    void restore(Core &core) const;
    // Once a pass of the loop: at most one byte is begun (3.4 ms, in hardware), and only where
    // it differs, so that the cells last. A write cut by a power loss fails the CRC at the next
    // start, and the defaults are in force.
    void step(Core &core);

private:
    uint8_t next_; // from the last byte on: the version first, which tells storage in use
};

} // namespace servoarm
