#include "watchdog.h"
#include "mcu.h"
#include "pulses.h"
#include "reset_reason.h"

#if defined(SERVOARM_BARE)

#include <avr/interrupt.h>
#include <avr/wdt.h>

ISR(WDT_vect) {
    servoarm::Pulses::end_now();
    // The next time-out resets the chip, where it may.
    while (WDTCSR & _BV(WDE)) {
    }
    wdt_disable();
    // The program begins anew, its interrupts off until all is set up.
    __asm__ volatile("jmp 0");
    __builtin_unreachable();
}

namespace servoarm {

void Watchdog::start() {
    constexpr uint8_t HALF_A_SECOND = _BV(WDP2) | _BV(WDP0);
    const uint8_t action = optiboot_major() != 0 ? _BV(WDIE) | _BV(WDE) : _BV(WDIE);
    wdt_reset();
    WDTCSR = _BV(WDCE) | _BV(WDE); // interrupts are off until main() has set up all
    WDTCSR = action | HALF_A_SECOND;
}

void Watchdog::feed() {
    wdt_reset();
    note_fed();
}

} // namespace servoarm

#else

namespace servoarm {
void Watchdog::start() {}
void Watchdog::feed() {
    note_fed();
}
} // namespace servoarm

#endif
