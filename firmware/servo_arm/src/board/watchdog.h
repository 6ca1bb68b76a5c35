// The hardware watchdog: when the main loop hangs for half a second, the board begins anew,
// without pulses.
#pragma once

namespace servoarm {

class Watchdog {
public:
    // Its interrupt ends the pulses, between two. Then it waits for the next time-out, which resets
    // the chip, where the bootloader is known to survive that (Optiboot); with interrupts off
    // that time-out comes all the same, but may cut a pulse. An old bootloader
    // leaves the watchdog on after its reset and is reset by it for ever; there the
    // interrupt restarts the program without a reset, and the bootloader never notices.
    void start();
    void feed(); // once a pass of the loop
};

} // namespace servoarm
