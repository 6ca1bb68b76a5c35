#include "arm_board.h"
#include "mcu.h"
#include "reset_reason.h"

#if defined(__AVR__)
#include <avr/interrupt.h>
#include <avr/sleep.h>
#endif

namespace servoarm {

ArmBoard::ArmBoard() : core_(Board{{SERVOARM_PINS}}) {}

void ArmBoard::start() {
    const ResetReason reason = reset_reason();
    uint8_t stored[STORED_SIZE];
    store_.read(stored);
    core_.start(reason, stored, STORED_SIZE);
    pulses_.start(core_.frame_us());
    heartbeat_.start();
    port_.start(core_);
    watchdog_.start();
}

void ArmBoard::loop() {
    watchdog_.feed();
    bool busy = port_.receive(core_); // one byte a pass: a frame waits for no more
    busy |= frame();
    busy |= sending_;
    if (busy)
        sending_ = port_.send();
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
    set_sleep_mode(SLEEP_MODE_IDLE);
    cli();
    if (!port_.has_received()) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
#endif
}

} // namespace servoarm
