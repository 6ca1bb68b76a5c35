/* The CPU loop, resets, and what a caller may do to the board between two slices of time. */
#include <stdlib.h>

#include "avrsim.h"

struct board {
    avr_t *avr;
    usart0_t *usart;
    eeprom_t *eeprom;
    pins_t *pins;
    bool slept, freezing, frozen;
    int frozen_depth; /* of interrupts, where the main program stands */
    cycle_t until;    /* the end of the slice being run */
};

static board_t *board; /* libsimavr's run callback has no parameter of its own */

/* As libsimavr's own loop, but entering an interrupt takes 4 cycles (8 from sleep),
 * and exactly one instruction runs after SEI or RETI before the next interrupt. */
static void step(avr_t *avr) {
    board_t *b = board;
    avr_flashaddr_t pc = avr->pc;
    if (b->freezing && avr->sreg[S_I]) { /* not in an interrupt */
        b->freezing = false;
        b->frozen = true;
        b->frozen_depth = avr->interrupts.running_ptr;
        avr->state = cpu_Running;
    }
    if (b->frozen && avr->interrupts.running_ptr == b->frozen_depth)
        avr->cycle += 2; /* as `rjmp .-2` */
    else if (avr->state == cpu_Running)
        pc = avr_run_one(avr);
    avr_cycle_count_t idle = avr_cycle_timer_process(avr);
    avr->pc = pc;
    if (avr->state == cpu_Sleeping) {
        cycle_t left = b->until > avr->cycle ? b->until - avr->cycle : 1;
        b->slept = true;
        avr->cycle += idle > left ? left : idle ? idle : 1;
    }
    if (avr->interrupt_state && avr->state == cpu_Running) {
        int before = avr->interrupt_state, depth = avr->interrupts.running_ptr;
        avr_service_interrupts(avr);
        if (before == -1 && avr->interrupt_state > 0)
            avr_service_interrupts(avr);
        if (avr->interrupts.running_ptr > depth) {
            avr->cycle += b->slept ? 8 : 4;
            usart0_resample(b->usart);
            eeprom_resample(b->eeprom);
        }
        b->slept = false;
    }
}

board_t *board_new(const board_host_t *host) {
    board_t *b = board = calloc(1, sizeof *b);
    avr_t *avr = b->avr = avr_make_mcu_by_name("atmega328p");
    if (!avr)
        return NULL;
    avr_init(avr);
    avr->frequency = CLOCK_HZ;
    avr->codeend = avr->flashend;
    b->eeprom = eeprom_new(avr);
    spm_new(avr);
    b->pins = pins_new(avr, host->edge, host->param);
    pins_set_timer1(b->pins, timer1_new(avr, pins_changed, b->pins));
    b->usart = usart0_new(avr, host);
    avr->run = step;
    return b;
}

avr_t *board_avr(board_t *b) {
    return b->avr;
}
pins_t *board_pins(board_t *b) {
    return b->pins;
}
uint8_t *board_eeprom(board_t *b) {
    return eeprom_bytes(b->eeprom);
}
cycle_t board_cycle(const board_t *b) {
    return b->avr->cycle;
}
void board_bytes_wait(board_t *b) {
    usart0_kick(b->usart);
}
void board_freeze(board_t *b) {
    b->frozen = false;
    b->freezing = true;
}

void board_reset(board_t *b, enum reset_cause cause) {
    avr_t *avr = b->avr;
    b->freezing = b->frozen = false;
    avr_reset(avr);
    if (cause == RESET_POWER) {
        /* After power-on the RAM holds anything: here, what no program would write. */
        for (int i = 0; i < RAM_SIZE; i++)
            avr->data[RAM_START + i] = 0x55 ^ (i * 37);
        avr_regbit_set(avr, avr->reset_flags.porf);
    } else {
        avr_regbit_set(avr,
                       cause == RESET_BROWNOUT ? avr->reset_flags.borf : avr->reset_flags.extrf);
    }
    pins_changed(b->pins, avr->cycle);
    usart0_kick(b->usart);
}

bool board_run_until(board_t *b, cycle_t until) {
    avr_t *avr = b->avr;
    b->until = until;
    while (avr->cycle < until) {
        avr_run_t before = avr->run;
        avr->run(avr);
        if (before != step && avr->run == step) { /* the watchdog reset it */
            b->freezing = b->frozen = false;
            pins_changed(b->pins, avr->cycle);
        }
        if (avr->state == cpu_Crashed || avr->state == cpu_Stopped || avr->state == cpu_Done) {
            fprintf(stderr, "avrsim: the CPU stopped at pc 0x%04x, cycle %llu\n", avr->pc,
                    (unsigned long long)avr->cycle);
            return false;
        }
        if (avr->state == cpu_Sleeping && !avr->sreg[S_I] && avr->run == step) {
            fprintf(stderr, "avrsim: asleep with interrupts off at cycle %llu\n",
                    (unsigned long long)avr->cycle);
            return false;
        }
    }
    return true;
}
