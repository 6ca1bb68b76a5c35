/* An EEPROM byte write (erase+write) takes 3.4 ms = 54400 cycles at 16 MHz; D9 is high
 * while EEPE reads set. The byte must survive a watchdog reset (15 ms time-out = about
 * 16 ms), after which MCUSR shows WDRF: D10 is high from wdt_enable to the reset. */
#include "probe.h"
#include <avr/eeprom.h>
int main(void) {
    uint8_t why = MCUSR;
    MCUSR = 0;
    wdt_disable();
    DDRB = 1 << 1 | 1 << 2;
    uart_init();
    number("mcusr", why);
    number("byte", eeprom_read_byte((uint8_t *)5));
    if (!(why & 1 << WDRF)) {
        eeprom_write_byte((uint8_t *)5, 0xa7);
        PORTB |= 1 << 1;
        while (EECR & 1 << EEPE)
            ;
        PORTB &= ~(1 << 1);
        _delay_ms(2);
        wdt_enable(WDTO_15MS);
        PORTB |= 1 << 2;
    }
    for (;;)
        ;
}
