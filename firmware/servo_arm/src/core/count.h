// Counters that stay at their greatest value.
#pragma once

#include <stdint.h>

#include "flash_text.h"

namespace servoarm {

SERVOARM_ONCE inline void count(uint16_t &counter) {
    if (counter != UINT16_MAX) {
        ++counter;
    }
}

} // namespace servoarm
