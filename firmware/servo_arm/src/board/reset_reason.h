// Why the board began anew.
#pragma once

#include "../core/core.h"

namespace servoarm {

// The chip's own flags where the bootloader leaves them. The Uno's bootloader (Optiboot 4.4)
// erases them; then what outlives a reset in RAM tells a power-on and a hang, and the rest
// (reset button, port opened, supply dip) is `unknown`. Call once, before the first frame.
ResetReason reset_reason();

// Optiboot writes its version at the end of the flash; 0: another bootloader, or none.
uint8_t optiboot_major();

// For the watchdog: a hang is when frames pass (interrupts go on) and nobody feeds.
void note_frame();
void note_fed();

} // namespace servoarm
