/* Echo from idle sleep, with nothing else to wake the CPU. */
#include "probe.h"
#include <avr/sleep.h>
ISR(USART_RX_vect) {
    UDR0 = UDR0;
}
int main(void) {
    uart_init();
    UCSR0B |= 1 << RXCIE0;
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    for (;;)
        sleep_mode();
}
