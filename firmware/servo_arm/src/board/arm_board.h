// The board: bytes in, pulses out, the core between them.
#pragma once

#include "../core/core.h"
#include "eeprom_store.h"
#include "heartbeat.h"
#include "host_port.h"
#include "pulses.h"
#include "watchdog.h"

namespace servoarm {

class ArmBoard {
public:
    ArmBoard();
    void start();
    void loop();

private:
    bool frame();
    void sleep();

    Core core_;
    HostPort port_;
    Pulses pulses_;
    EepromStore store_;
    Heartbeat heartbeat_;
    Watchdog watchdog_;
    bool sending_ = true; // the banner
};

} // namespace servoarm
