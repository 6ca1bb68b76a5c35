/* libsimavr programs the flash at once; the chip stays busy 4.5 ms for a page erase or
 * write, with SELFPRGEN and RWWSB set, while code in the boot section runs on. */
#include "avrsim.h"
#include <stdlib.h>

enum { SPMCSR = 0x57, SELFPRGEN = 1, PGERS = 2, PGWRT = 4, RWWSB = 0x40 };

typedef struct {
    cycle_t busy_until;
    avr_io_write_t fn;
    void *param;
} spm_t;

static uint8_t rd(avr_t *avr, avr_io_addr_t a, void *p) {
    spm_t *s = p; /* what is returned stays in avr->data */
    if (bus_cycle(avr) < s->busy_until)
        return avr->data[a] | SELFPRGEN | RWWSB;
    if (s->busy_until)
        avr->data[a] &= ~(SELFPRGEN | RWWSB);
    s->busy_until = 0;
    return avr->data[a];
}

static void wr(avr_t *avr, avr_io_addr_t a, uint8_t v, void *p) {
    spm_t *s = p;
    if (bus_cycle(avr) < s->busy_until)
        return;
    s->busy_until = 0;
    s->fn(avr, a, v, s->param);
    if (v & SELFPRGEN && v & (PGERS | PGWRT))
        s->busy_until = avr->cycle + (uint64_t)avr->frequency * 45 / 10000;
}

void spm_new(avr_t *avr) {
    spm_t *s = calloc(1, sizeof *s);
    s->fn = avr->io[AVR_DATA_TO_IO(SPMCSR)].w.c;
    s->param = avr->io[AVR_DATA_TO_IO(SPMCSR)].w.param;
    bus_hook_read(avr, SPMCSR, rd, s);
    bus_hook_write(avr, SPMCSR, wr, s);
}
