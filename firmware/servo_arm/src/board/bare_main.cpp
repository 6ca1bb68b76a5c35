// The program's start on the boards whose UART and timers are all ours. It takes the place of the
// Arduino core's main(), which sets up timers, PWM and the analogue converter that nothing here
// uses, and an interrupt every millisecond that would delay ours.
#include "mcu.h"

#if defined(SERVOARM_BARE)

#include <avr/interrupt.h>

// Timer0 only wakes the loop, once a millisecond.
ISR(TIMER0_OVF_vect, ISR_NAKED) {
    reti();
}

int main() {
    TCCR0B = _BV(CS01) | _BV(CS00); // clk/64
    TIMSK0 = _BV(TOIE0);
    setup();
    sei();
    for (;;)
        loop();
}

#endif
