/* ICR1 can only be written in a mode that uses it as TOP (datasheet 16.6.3). Expect early=0 for a
 * write in mode 0 and late=1234 for one in mode 14. The pin D9 is no output: it reads what is
 * outside. Expect low=0, and high=1 once something outside holds it high. */
#include "probe.h"
int main(void) {
    uart_init();
    ICR1 = 4321;
    number("early", ICR1);
    TCCR1A = 1 << WGM11;
    TCCR1B = 1 << WGM13 | 1 << WGM12;
    ICR1 = 1234;
    number("late", ICR1);
    number("low", PINB >> 1 & 1);
    _delay_ms(10);
    number("high", PINB >> 1 & 1);
    for (;;)
        ;
}
