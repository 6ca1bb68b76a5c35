// What the board calls itself. PROTOCOL.md says when these change.
#pragma once

#include <stdint.h>

#define SERVOARM_FIRMWARE_VERSION "0.1.0"
#define SERVOARM_PROTOCOL_VERSION "1.0"
#define SERVOARM_PROTOCOL_NUMBERS "1 0"

namespace servoarm {

const uint8_t PROTOCOL_MAJOR = 1;

} // namespace servoarm
