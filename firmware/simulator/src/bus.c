#include "avrsim.h"
#include <stdlib.h>

DEFINE_FIFO(avr_int_vector_p, avr_int_pending);

void bus_hook_read(avr_t *avr, uint16_t addr, avr_io_read_t fn, void *param) {
    avr->io[AVR_DATA_TO_IO(addr)].r.c = fn;
    avr->io[AVR_DATA_TO_IO(addr)].r.param = param;
}

void bus_hook_write(avr_t *avr, uint16_t addr, avr_io_write_t fn, void *param) {
    avr->io[AVR_DATA_TO_IO(addr)].w.c = fn;
    avr->io[AVR_DATA_TO_IO(addr)].w.param = param;
}

cycle_t bus_cycle(const avr_t *avr) {
    uint16_t op = avr->flash[avr->pc] | avr->flash[avr->pc + 1] << 8;
    bool in_out = (op & 0xf000) == 0xb000;
    return avr->cycle + (in_out ? 0 : 1);
}

uint8_t bus_written_ones(const avr_t *avr, uint8_t v) {
    uint16_t op = avr->flash[avr->pc] | avr->flash[avr->pc + 1] << 8;
    return (op & 0xff00) == 0x9a00 ? 1 << (op & 7) : v;
}

void bus_add_module(avr_t *avr, avr_io_t *io) {
    avr_io_t **p = &avr->io_port;
    while (*p)
        p = &(*p)->next;
    io->next = NULL;
    io->avr = avr;
    *p = io;
}

avr_int_vector_t *intr_find(avr_t *avr, uint8_t vector) {
    for (int i = 0; i < avr->interrupts.vector_count; i++)
        if (avr->interrupts.vector[i]->vector == vector)
            return avr->interrupts.vector[i];
    fprintf(stderr, "avrsim: this MCU has no interrupt vector %d\n", vector);
    exit(2);
}

/* libsimavr leaves cancelled vectors in its 64-entry queue; take them out. */
static void drop(avr_t *avr, avr_int_vector_t *v) {
    avr_int_pending_t *q = &avr->interrupts.pending;
    uint32_t n = avr_int_pending_get_read_size(q);
    v->pending = 0;
    while (n--) {
        avr_int_vector_t *x = avr_int_pending_read(q);
        if (x != v)
            avr_int_pending_write(q, x);
    }
}

void intr_flag(avr_t *avr, avr_int_vector_t *v) {
    avr_regbit_set(avr, v->raised);
    avr_raise_interrupt(avr, v);
}

void intr_unflag(avr_t *avr, avr_int_vector_t *v) {
    avr_regbit_clear(avr, v->raised);
    drop(avr, v);
}

void intr_reenable(avr_t *avr, avr_int_vector_t *v) {
    if (!avr_regbit_get(avr, v->enable))
        drop(avr, v);
    else if (avr_regbit_get(avr, v->raised) && !v->pending)
        avr_raise_interrupt(avr, v);
}

void intr_level(avr_t *avr, avr_int_vector_t *v, bool level) {
    if (!level) {
        drop(avr, v);
    } else if (!avr_regbit_get(avr, v->enable)) {
        drop(avr, v);
    } else if (!v->pending) {
        avr_raise_interrupt(avr, v);
    }
}
