/* avrsim: an ATmega328P board (Uno/Nano) for host-side tests.
 *
 * The instruction decoder, Timer0/2, ports, flash and the watchdog are libsimavr's.
 * Timer/Counter1, USART0, the EEPROM controller, the time self-programming takes and
 * the cost of entering an interrupt are replaced by the models in this directory,
 * because libsimavr 1.6 gets them wrong (README.md).
 *
 * "cycle" is always the CPU clock cycle number since the simulator started.
 */
#ifndef AVRSIM_H
#define AVRSIM_H

#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <simavr/sim_cycle_timers.h>
#include <simavr/sim_interrupts.h>
#include <simavr/sim_io.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t cycle_t;
enum { CLOCK_HZ = 16000000, QUEUE_SIZE = 65536, RAM_START = 0x100, RAM_SIZE = 2048 };

/* ---- what stands around the board ---------------------------------------- */
enum usart_event { USART_RX, USART_RX_LOST, USART_RX_OFF, USART_RX_FRAMING, USART_TX };
typedef void (*edge_fn)(void *, const char *pin, int level, cycle_t cycle);
typedef struct {
    edge_fn edge;
    void (*byte)(void *, enum usart_event kind, uint8_t byte, cycle_t cycle);
    bool (*next)(void *, uint8_t *byte); /* next byte on the line to the board */
    void *param;
    double host_baud; /* 0: the baud rate the firmware configured */
} board_host_t;

/* ---- bus.c: register hooks and interrupt lines ------------------------- */
/* Take a data-space address over from libsimavr. */
void bus_hook_read(avr_t *avr, uint16_t addr, avr_io_read_t fn, void *param);
void bus_hook_write(avr_t *avr, uint16_t addr, avr_io_write_t fn, void *param);
/* Cycle in which the instruction now executing touches the I/O register:
 * in/out in their only cycle, every other access in its second. */
cycle_t bus_cycle(const avr_t *avr);
/* What a write to a write-one register means: libsimavr performs SBI as a read and
 * a write of the whole register, the chip touches one bit only. */
uint8_t bus_written_ones(const avr_t *avr, uint8_t v);
/* Append a module to libsimavr's list, so that it is reset after its own. */
void bus_add_module(avr_t *avr, avr_io_t *io);

avr_int_vector_t *intr_find(avr_t *avr, uint8_t vector);
/* Edge flag (timer): set the flag bit, pend if enabled. */
void intr_flag(avr_t *avr, avr_int_vector_t *v);
/* Software cleared the flag. */
void intr_unflag(avr_t *avr, avr_int_vector_t *v);
/* The enable mask changed: pend what is flagged and enabled, drop the rest. */
void intr_reenable(avr_t *avr, avr_int_vector_t *v);
/* Level line (RXC, UDRE, EE_READY). */
void intr_level(avr_t *avr, avr_int_vector_t *v, bool level);

/* ---- timer1.c ---------------------------------------------------------- */
typedef struct timer1 timer1_t;
timer1_t *timer1_new(avr_t *avr, void (*pin_changed)(void *, cycle_t), void *param);
/* True if OC1A (channel 0) or OC1B (1) drives its pin; *level is what it drives. */
bool timer1_overrides(const timer1_t *t, int channel, int *level);

/* ---- usart0.c ---------------------------------------------------------- */
typedef struct usart0 usart0_t;
usart0_t *usart0_new(avr_t *avr, const board_host_t *host);
/* New bytes are waiting in the host's queue. */
void usart0_kick(usart0_t *u);
/* Interrupt lines that are levels must be sampled again after a vector ran. */
void usart0_resample(usart0_t *u);

/* ---- eeprom.c ---------------------------------------------------------- */
typedef struct eeprom eeprom_t;
eeprom_t *eeprom_new(avr_t *avr);
uint8_t *eeprom_bytes(eeprom_t *e);
enum { EEPROM_SIZE = 1024 };
void eeprom_resample(eeprom_t *e);

/* ---- spm.c ------------------------------------------------------------- */
void spm_new(avr_t *avr);

/* ---- pins.c ------------------------------------------------------------ */
typedef struct pins pins_t;
pins_t *pins_new(avr_t *avr, edge_fn edge, void *param);
void pins_set_timer1(pins_t *p, const timer1_t *t);
bool pins_watch(pins_t *p, const char *name); /* "PB1" or "D9" */
void pins_changed(void *pins, cycle_t cycle);
/* From now on a watched pin reads `level`, whatever the chip drives; -1: let it go. */
bool pins_hold(pins_t *p, const char *name, int level);

/* ---- cpu.c -------------------------------------------------------------- */
typedef struct board board_t;
enum reset_cause { RESET_POWER, RESET_BROWNOUT, RESET_BUTTON };
board_t *board_new(const board_host_t *host); /* NULL: libsimavr lacks the chip */
avr_t *board_avr(board_t *b);
pins_t *board_pins(board_t *b);
uint8_t *board_eeprom(board_t *b);
cycle_t board_cycle(const board_t *b);
void board_bytes_wait(board_t *b); /* the host's queue has something */
void board_reset(board_t *b, enum reset_cause cause);
void board_freeze(board_t *b);                   /* the main program hangs; interrupts go on */
bool board_run_until(board_t *b, cycle_t until); /* false: the CPU stopped */

/* ---- load.c ------------------------------------------------------------- */
void die(const char *format, const char *arg) __attribute__((noreturn, format(printf, 1, 0)));
uint32_t load(const char *path, board_t *board);

/* ---- queue.c: bytes that wait for the line ------------------------------- */
unsigned queue_room(void);
void queue_put(uint8_t byte);
bool queue_take(uint8_t *byte); /* false: none waits */

/* ---- pty.c, control.c: two ways to let time pass; false: the CPU stopped -- */
void pty_open(const char *link, bool auto_reset);
void pty_sent(uint8_t byte);
bool pty_run(board_t *board);
bool control_run(board_t *board);

#endif
