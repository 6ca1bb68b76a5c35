// The board's LED tells the state: a pattern of sixteen steps of 65 ms.
#pragma once

#include "../core/core.h"

namespace servoarm {

class Heartbeat {
public:
    void start();
    void frame(State state, uint16_t frame_us);

private:
    uint8_t elapsed_256us_; // a step is where it wraps
    uint8_t step_;
};

} // namespace servoarm
