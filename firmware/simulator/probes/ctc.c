/* Mode 12 (CTC, TOP = ICR1 = 999), clk/8, D9 toggles on match, D10 set/cleared by hand in
 * the compare-B ISR. Expect D9 to toggle every 1000*8 = 8000 cycles. */
#include "probe.h"
ISR(TIMER1_COMPB_vect) {
    PORTB ^= 1 << 2;
}
int main(void) {
    DDRB = 1 << 1 | 1 << 2;
    TCCR1A = 1 << COM1A0;
    TCCR1B = 1 << WGM13 | 1 << WGM12;
    ICR1 = 999;
    OCR1A = 999;
    OCR1B = 499;
    TIMSK1 = 1 << OCIE1B;
    TCCR1B = 1 << WGM13 | 1 << WGM12 | 1 << CS11;
    sei();
    for (;;)
        ;
}
