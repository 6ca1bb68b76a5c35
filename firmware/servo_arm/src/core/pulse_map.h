// The one map from a joint's angle to its servo's pulse (PROTOCOL.md, "Settings").
#pragma once

#include <stdint.h>

#include "joint_settings.h"

namespace servoarm {

// Pulse in ticks of 0.5 us for `theta` centidegrees; 0 when that is outside the servo's travel, or
// the pulse outside what any servo may get.
uint16_t pulse_ticks(JointSettings joint, int32_t theta);

} // namespace servoarm
