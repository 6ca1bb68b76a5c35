// The settings in the EEPROM, written in the background.
#pragma once

#include "../core/core.h"

namespace servoarm {

class EepromStore {
public:
    static uint8_t read(uint8_t address);
    // Once a pass of the loop: at most one byte is begun (3.4 ms, in hardware), and only where
    // it differs, so that the cells last.
    void step(Core &core);

private:
    uint8_t next_; // the bytes of the slot that are done
};

} // namespace servoarm
