/* Interrupt-driven echo: every byte received is sent back; D9 toggles at each. */
#include "probe.h"
ISR(USART_RX_vect) {
    UDR0 = UDR0;
    PINB = 1 << 1;
}
int main(void) {
    DDRB = 1 << 1;
    uart_init();
    UCSR0B |= 1 << RXCIE0;
    sei();
    for (;;)
        ;
}
