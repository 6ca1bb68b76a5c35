// Counters that stay at their greatest value.
#pragma once

#include <stdint.h>

namespace servoarm {

inline void count(uint16_t &counter) {
    if (counter != UINT16_MAX) {
        ++counter;
    }
}

} // namespace servoarm
