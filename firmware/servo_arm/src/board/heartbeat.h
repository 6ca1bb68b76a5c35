// The board's LED tells the state: a pattern of sixteen steps of a tenth of a second.
#pragma once

#include "../core/core.h"

namespace servoarm {

class Heartbeat {
public:
    void start();
    void frame(State state, uint16_t frame_us);

private:
    uint32_t elapsed_us_ = 0;
    uint8_t step_ = 0;
};

} // namespace servoarm
