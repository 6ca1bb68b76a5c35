/* Mode 10 (phase correct, TOP = ICR1 = 20000), clk/8. Expect on D9: width 2*1500*8 =
 * 24000, period 2*20000*8 = 320000. OCR1A := 2000 written while counting up past the
 * match (tick 5000 of the up slope) -> taken over at TOP: the next pulse, which begins
 * on the down slope after TOP, is 32000 wide and symmetrical. */
#include "probe.h"
int main(void) {
    DDRB = 1 << 1;
    TCCR1A = 1 << COM1A1 | 1 << WGM11;
    TCCR1B = 1 << WGM13;
    ICR1 = 20000;
    OCR1A = 1500;
    TCCR1B = 1 << WGM13 | 1 << CS11;
    for (uint8_t i = 0; i < 4; i++) {
        TIFR1 = 1 << TOV1;
        while (!(TIFR1 & 1 << TOV1))
            ;
    }
    while (TCNT1 < 5000)
        ;
    OCR1A = 2000;
    for (;;)
        ;
}
