/* EEPROM controller: EEPE stays set while a byte is programmed (3.4 ms, or 1.8 ms
 * for erase-only and write-only), the CPU halts 4 cycles on a read and 2 on a write. */
#include "avrsim.h"
#include <stdlib.h>
#include <string.h>

enum { EECR = 0x3f, EEDR, EEARL, EEARH };
enum { EERE = 1, EEPE = 2, EEMPE = 4, EERIE = 8 };

struct eeprom {
    avr_io_t io; /* must be first */
    uint8_t mem[EEPROM_SIZE];
    cycle_t armed_until, busy_until;
    avr_int_vector_t *ready;
};

uint8_t *eeprom_bytes(eeprom_t *e) {
    return e->mem;
}
void eeprom_resample(eeprom_t *e) {
    intr_level(e->io.avr, e->ready, !(e->io.avr->data[EECR] & EEPE));
}

static avr_cycle_count_t on_done(avr_t *avr, avr_cycle_count_t when, void *p) {
    (void)when;
    avr->data[EECR] &= ~EEPE;
    eeprom_resample(p);
    return 0;
}

static uint8_t rd(avr_t *avr, avr_io_addr_t a, void *p) {
    eeprom_t *e = p;
    if (avr->data[a] & EEMPE && bus_cycle(avr) > e->armed_until)
        avr->data[a] &= ~EEMPE;
    return avr->data[a];
}

static void wr(avr_t *avr, avr_io_addr_t a, uint8_t v, void *p) {
    eeprom_t *e = p;
    cycle_t c = bus_cycle(avr);
    bool armed = rd(avr, a, p) & EEMPE, busy = avr->data[a] & EEPE;
    unsigned addr = (avr->data[EEARL] | avr->data[EEARH] << 8) & (EEPROM_SIZE - 1);
    uint8_t keep = busy ? avr->data[a] & 0x30 : v & 0x30;

    avr->data[a] = keep | (v & EERIE) | (busy ? EEPE : 0) | (armed ? EEMPE : 0);
    if (v & EERE && !busy) {
        avr->data[EEDR] = e->mem[addr];
        avr->cycle += 4;
    }
    if (v & EEPE && armed && !busy) {
        bool erase = keep != 0x20, write = keep != 0x10;
        if (erase)
            e->mem[addr] = 0xff;
        if (write)
            e->mem[addr] &= avr->data[EEDR];
        avr->data[a] = keep | (v & EERIE) | EEPE;
        avr->cycle += 2;
        e->busy_until = c + (uint64_t)avr->frequency * (erase && write ? 34 : 18) / 10000;
        avr_cycle_timer_register(avr, e->busy_until - avr->cycle, on_done, e);
    } else if (v & EEMPE && !(v & EEPE)) {
        avr->data[a] |= EEMPE;
        e->armed_until = c + 4;
    }
    eeprom_resample(e);
}

static void reset(avr_io_t *io) {
    eeprom_t *e = (eeprom_t *)io;
    if (e->busy_until > io->avr->cycle) { /* a reset does not stop a write */
        io->avr->data[EECR] |= EEPE;
        avr_cycle_timer_register(io->avr, e->busy_until - io->avr->cycle, on_done, e);
    }
}

eeprom_t *eeprom_new(avr_t *avr) {
    eeprom_t *e = calloc(1, sizeof *e);
    memset(e->mem, 0xff, sizeof e->mem);
    e->io.kind = "eeprom328";
    e->io.reset = reset;
    bus_add_module(avr, &e->io);
    e->ready = intr_find(avr, 22);
    e->ready->raise_sticky = 1;
    bus_hook_read(avr, EECR, rd, e);
    bus_hook_write(avr, EECR, wr, e);
    return e;
}
