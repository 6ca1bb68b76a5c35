// The hardware watchdog: when the main loop hangs for half a second, the board begins anew,
// without pulses.
#pragma once

namespace servoarm {

class Watchdog {
public:
    // Resets the chip where the bootloader is known to survive that (Optiboot). An old bootloader
    // leaves the watchdog on after its reset and is reset by it for ever; there the watchdog's
    // interrupt restarts the program without a reset, and the bootloader never notices.
    void start();
    void feed(); // once a pass of the loop
};

} // namespace servoarm
