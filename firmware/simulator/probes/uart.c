/* Transmit: three bytes back to back take 3*10*136 cycles (see the uart log), UDRE is set
 * at once for the second byte (double buffer): "udre" counts cycles/8 for writing two.
 * Receive: the script sends 6 bytes back to back while nothing is read. The chip keeps
 * two in the FIFO; the third waits in the shift register and is lost when the fourth
 * starts, and so on: the sixth stays. Expect got=3, bytes 'A' 'B' 'F', dor=1. */
#include "probe.h"
int main(void) {
    uint8_t b[8], n = 0, dor = 0;
    uart_init();
    TCCR1B = 1 << CS11;
    uint16_t t0 = TCNT1;
    put('x');
    put('y');
    uint16_t two = TCNT1 - t0;
    put('z');
    uint16_t three = TCNT1 - t0;
    put('\n');
    _delay_ms(10);
    while (n < 8) {
        uint8_t s = UCSR0A;
        if (!(s & 1 << RXC0))
            break;
        dor |= s >> DOR0 & 1;
        b[n++] = UDR0;
    }
    number("two", two);
    number("three", three);
    number("got", n);
    for (uint8_t i = 0; i < n; i++)
        put(b[i]);
    put('\n');
    number("dor", dor);
    for (;;)
        ;
}
