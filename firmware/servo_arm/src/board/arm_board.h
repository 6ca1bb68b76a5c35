// The board: bytes in, pulses out, the core between them.
#pragma once

#include "../core/core.h"
#include "eeprom_store.h"
#include "heartbeat.h"
#include "host_port.h"
#include "pulses.h"
#include "reset_reason.h"
#include "watchdog.h"

namespace servoarm {

// The only one is arm_board, all zeros before start().
class ArmBoard {
public:
    void start();
    void loop();

    // The interrupts.
    void on_received() { port_.on_received(); }
    void on_transmitter_empty() { port_.on_transmitter_empty(core_); }
    void on_frame() {
        pulses_.on_frame();
        note_frame();
    }

private:
    bool frame();
    void sleep();

    Core core_;
    HostPort port_;
    Pulses pulses_;
    EepromStore store_;
    Heartbeat heartbeat_;
    Watchdog watchdog_;
};

// The interrupts' way to it; a constant address makes them short.
extern ArmBoard arm_board;

} // namespace servoarm
