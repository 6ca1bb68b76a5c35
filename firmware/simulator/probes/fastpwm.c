/* Mode 14, TOP = ICR1, clk/8, 50 Hz. Expect on D9 (cycles): width 24000 (OCR1A 2999);
 * OCR1A := 3999 written in mid-pulse of frame 3 -> that pulse stays 24000, the next is
 * 32000; OCR1A := 499 written at tick 2000 of frame 6 (mid-pulse, below TCNT1) -> that
 * pulse stays 32000, the next is 4000. D10 16000 throughout. Period 320000 throughout.
 * ICR1 := 19999 at tick 10000 of frame 9 -> that period is 160000 at once.
 * D8 toggles at each of the three writes. */
#include "probe.h"
static void frame(void) {
    TIFR1 = 1 << TOV1;
    while (!(TIFR1 & 1 << TOV1))
        ;
}
static void tick(uint16_t t) {
    while (TCNT1 < t)
        ;
}
int main(void) {
    DDRB = 1 << 0 | 1 << 1 | 1 << 2;
    TCCR1A = 1 << COM1A1 | 1 << COM1B1 | 1 << WGM11;
    TCCR1B = 1 << WGM13 | 1 << WGM12;
    ICR1 = 39999;
    OCR1A = 2999;
    OCR1B = 1999;
    TCCR1B = 1 << WGM13 | 1 << WGM12 | 1 << CS11;
    frame();
    frame();
    frame();
    tick(1000);
    PINB = 1;
    OCR1A = 3999;
    frame();
    frame();
    frame();
    tick(2000);
    PINB = 1;
    OCR1A = 499;
    frame();
    frame();
    frame();
    tick(10000);
    PINB = 1;
    ICR1 = 19999;
    for (;;)
        ;
}
