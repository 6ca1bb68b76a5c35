// The one map from a joint's angle to its servo's pulse (PROTOCOL.md, "Settings").
#pragma once

#include <stdint.h>

namespace servoarm {

class Settings;

// Pulse in ticks of 0.5 us for `theta` centidegrees; 0 when that lies outside the servo's travel.
uint16_t pulse_ticks(const Settings &settings, uint8_t joint, int32_t theta);

} // namespace servoarm
