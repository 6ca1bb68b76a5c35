#include "arm_board.h"
#include "mcu.h"
#include "reset_reason.h"

#if defined(__AVR__)
#include <avr/interrupt.h>
#include <avr/sleep.h>
#endif

namespace servoarm {

ArmBoard arm_board;

void ArmBoard::start() {
    const ResetReason reason = reset_reason();
    core_.start(Board{{SERVOARM_PINS}}, reason, EepromStore::read);
    pulses_.start(core_.frame_us());
    heartbeat_.start();
    port_.start();
    watchdog_.start();
    port_.send(core_); // the banner
#if defined(__AVR__)
    set_sleep_mode(SLEEP_MODE_IDLE);
    sleep_enable();
#endif
}

void ArmBoard::loop() {
    watchdog_.feed();
    bool busy = port_.receive(core_); // one byte a pass: a frame waits for no more
    busy |= frame();
    busy |= port_.sending();
    if (busy)
        port_.send(core_);
    busy |= pulses_.ending();
    store_.step(core_);
    if (!busy)
        sleep();
}

bool ArmBoard::frame() {
    if (!pulses_.frame_due())
        return false;
    core_.frame();
    pulses_.hand_over(core_.frame_us(), core_.pulse_ticks(0), core_.pulse_ticks(1));
    heartbeat_.frame(core_.state(), core_.frame_us());
    return true;
}

// Until the next interrupt: a byte, room to send, Timer0's millisecond. A byte that came since the
// loop looked is seen here, with interrupts off; SEI lets one more instruction run, the SLEEP.
void ArmBoard::sleep() {
#if defined(__AVR__)
    cli();
    if (!port_.has_received()) {
        sei();
        sleep_cpu();
    }
    sei();
#endif
}

} // namespace servoarm
