/* Shared by the probes: bare-metal programs whose pin edges and UART output have a
 * value that follows from the datasheet, so that a simulator can be judged by them. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <stdint.h>
#include <stdlib.h>
#include <util/delay.h>

static inline void uart_init(void) /* 117647 Bd, as Arduino's 115200 */
{
    UCSR0A = 1 << U2X0;
    UBRR0 = 16;
    UCSR0C = 3 << UCSZ00;
    UCSR0B = 1 << TXEN0 | 1 << RXEN0;
}
static inline void put(char c) {
    while (!(UCSR0A & 1 << UDRE0))
        ;
    UDR0 = c;
}
static inline void text(const char *s) {
    while (*s)
        put(*s++);
}
static inline void number(const char *name, uint32_t v) {
    char b[11];
    text(name);
    put('=');
    text(ultoa(v, b, 10));
    put('\n');
}
