/* Self-programming from the boot section: erase and write the page at 0x4000, read it
 * back. The chip takes 3.7 to 4.5 ms each for erase and write. Expect ok=1. */
#include "probe.h"
#include <avr/boot.h>
#include <avr/pgmspace.h>
__attribute__((section(".boot"), noinline)) static void page(uint16_t addr, uint16_t *erase,
                                                             uint16_t *write) {
    uint16_t t = TCNT1;
    boot_page_erase(addr);
    boot_spm_busy_wait();
    *erase = TCNT1 - t;
    for (uint8_t i = 0; i < SPM_PAGESIZE; i += 2)
        boot_page_fill(addr + i, 0xa500 | i);
    t = TCNT1;
    boot_page_write(addr);
    boot_spm_busy_wait();
    *write = TCNT1 - t;
    boot_rww_enable();
}
int main(void) {
    uint16_t erase, write, ok = 1;
    uart_init();
    TCCR1B = 1 << CS11;
    page(0x4000, &erase, &write);
    for (uint8_t i = 0; i < SPM_PAGESIZE; i += 2)
        ok &= pgm_read_word(0x4000 + i) == (0xa500 | i);
    number("ok", ok);
    number("erase_us", erase / 2);
    number("write_us", write / 2);
    for (;;)
        ;
}
