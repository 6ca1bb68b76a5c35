#include "watchdog.h"
#include "mcu.h"
#include "pulses.h"
#include "reset_reason.h"

#if defined(SERVOARM_WATCHDOG)

#include <avr/interrupt.h>
#include <avr/wdt.h>
#include <util/atomic.h>

ISR(WDT_vect) {
    wdt_disable();
    servoarm::Pulses::end_now();
    // The program begins anew with the last run's interrupts still enabled: not these two.
    UCSR0B = 0;
    TIMSK1 = 0;
    __asm__ volatile("jmp 0");
    __builtin_unreachable();
}

namespace servoarm {

void Watchdog::start() {
    constexpr uint8_t HALF_A_SECOND = _BV(WDP2) | _BV(WDP0);
    const uint8_t action = optiboot_major() != 0 ? _BV(WDE) : _BV(WDIE);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        wdt_reset();
        WDTCSR = _BV(WDCE) | _BV(WDE);
        WDTCSR = action | HALF_A_SECOND;
    }
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
