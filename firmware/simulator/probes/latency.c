/* Interrupt entry: Timer1 clk/1, mode 0, OCR1A = 1000, idle loop rjmp (2 cycles). TCNT1 is
 * read by the first instruction of a naked handler. The flag is set on the tick after
 * TCNT1 == OCR1A (TCNT1 = 1001), 4 cycles enter, 3 cycles jmp, lds reads in its second
 * cycle: 1001 + 4 + 3 + 1 = 1009, plus 0..1 to end the rjmp, plus 0..1 for the
 * synchroniser: expect 1009..1011 (0 entry cycles would show 1005..1007). */
#include "probe.h"
volatile uint16_t seen;
ISR(TIMER1_COMPA_vect, ISR_NAKED) {
    __asm__ volatile("lds r24, 0x84\n lds r25, 0x85\n sts seen, r24\n sts seen+1, r25\n reti\n");
}
int main(void) {
    uart_init();
    OCR1A = 1000;
    TIMSK1 = 1 << OCIE1A;
    TCNT1 = 0;
    TCCR1B = 1 << CS10;
    sei();
    __asm__ volatile("ldi r26, 250\n ldi r27, 4\n 1: sbiw r26, 1\n brne 1b" ::: "r26", "r27");
    for (uint16_t i = 0; i < 2000; i++)
        __asm__ volatile("rjmp .+0");
    cli();
    number("tcnt", seen);
    for (;;)
        ;
}
