/* USART0 of the ATmega328P (datasheet chapter 20), asynchronous mode.
 *
 * Receiver: shift register plus a two-frame FIFO. A frame completes (RXC) in the
 * middle of its stop bit. A finished frame that finds the FIFO full waits in the
 * shift register and is lost if another start bit comes before UDR0 is read (DOR).
 * Transmitter: shift register plus a one-frame buffer, ten bit times a frame at 8N1.
 */
#include "avrsim.h"
#include <stdlib.h>
#include <string.h>

enum { UCSR0A = 0xc0, UCSR0B, UCSR0C, UBRR0L = 0xc4, UBRR0H, UDR0 };
enum { U2X = 1 << 1, DOR = 1 << 3, FE = 1 << 4, UDRE = 1 << 5, TXC = 1 << 6, RXC = 1 << 7 };
enum { TXEN = 1 << 3, RXEN = 1 << 4 };

typedef struct {
    uint8_t byte, errors;
} frame_t;

struct usart0 {
    avr_io_t io; /* must be first */
    board_host_t host;
    frame_t fifo[2], shift;
    int fifo_n;
    bool shift_full, receiving, overrun;
    uint8_t line_byte;
    cycle_t line_free;
    double line_frac; /* carries the fraction of a cycle from frame to frame */
    bool tx_busy, tx_buffered;
    uint8_t tx_shift, tx_buffer;
    avr_int_vector_t *rxc, *udre, *txc;
};

static double avr_bit(const avr_t *avr) {
    unsigned ubrr = avr->data[UBRR0L] | (avr->data[UBRR0H] & 15) << 8;
    return (ubrr + 1) * (avr->data[UCSR0A] & U2X ? 8 : 16);
}

static int frame_bits(const avr_t *avr) {
    uint8_t c = avr->data[UCSR0C];
    int data = avr->data[UCSR0B] & 4 ? 9 : 5 + (c >> 1 & 3);
    return 1 + data + (c & 0x20 ? 1 : 0) + (c & 8 ? 2 : 1);
}

/* The host's bit time in cycles: as told, else the firmware's own once it listens. */
static double line_bit(const usart0_t *u) {
    const avr_t *avr = u->io.avr;
    if (u->host.host_baud > 0)
        return avr->frequency / u->host.host_baud;
    return avr->data[UCSR0B] & RXEN ? avr_bit(avr) : avr->frequency / 115200.0;
}

static void update(usart0_t *u) {
    avr_t *avr = u->io.avr;
    uint8_t a = avr->data[UCSR0A] & (U2X | 1 | TXC);
    if (u->fifo_n)
        a |= RXC | u->fifo[0].errors;
    if (!u->tx_buffered)
        a |= UDRE;
    avr->data[UCSR0A] = a;
    intr_level(avr, u->rxc, u->fifo_n > 0);
    intr_level(avr, u->udre, !u->tx_buffered);
}

void usart0_resample(usart0_t *u) {
    update(u);
}

/* ---- receiver ---- */
static avr_cycle_count_t on_start_bit(avr_t *, avr_cycle_count_t, void *);
static avr_cycle_count_t on_stop_bit(avr_t *, avr_cycle_count_t, void *);

static void shift_to_fifo(usart0_t *u) {
    if (u->shift_full && u->fifo_n < 2) {
        u->fifo[u->fifo_n++] = u->shift;
        u->shift_full = false;
    }
}

void usart0_kick(usart0_t *u) {
    avr_t *avr = u->io.avr;
    cycle_t at = u->line_free;
    if (u->receiving || !u->host.next(u->host.param, &u->line_byte))
        return;
    if (at < avr->cycle)
        at = avr->cycle, u->line_frac = 0;
    u->receiving = true;
    avr_cycle_timer_register(avr, at - avr->cycle, on_start_bit, u);
}

static avr_cycle_count_t on_start_bit(avr_t *avr, avr_cycle_count_t when, void *p) {
    usart0_t *u = p;
    if (u->shift_full) {
        u->host.byte(u->host.param, USART_RX_LOST, u->shift.byte, when);
        u->shift_full = false;
        u->overrun = true;
    }
    double bit = line_bit(u), len = u->line_frac + bit * frame_bits(avr);
    u->line_free = when + (cycle_t)len;
    u->line_frac = len - (cycle_t)len;
    cycle_t stop = when + (cycle_t)(bit * (frame_bits(avr) - 0.5));
    avr_cycle_timer_register(avr, stop > avr->cycle ? stop - avr->cycle : 0, on_stop_bit, u);
    return 0;
}

static avr_cycle_count_t on_stop_bit(avr_t *avr, avr_cycle_count_t when, void *p) {
    usart0_t *u = p;
    double skew = line_bit(u) / avr_bit(avr);
    u->receiving = false;
    if (!(avr->data[UCSR0B] & RXEN)) {
        u->host.byte(u->host.param, USART_RX_OFF, u->line_byte, when);
    } else {
        frame_t f = {u->line_byte, u->overrun ? DOR : 0};
        int kind = USART_RX;
        if (skew < 0.955 || skew > 1.045) { /* the last bits are missampled */
            f.byte = f.byte * 167 + 13;
            f.errors |= FE;
            kind = USART_RX_FRAMING;
        }
        u->host.byte(u->host.param, kind, f.byte, when);
        u->overrun = false;
        u->shift = f;
        u->shift_full = true;
        shift_to_fifo(u);
        update(u);
    }
    usart0_kick(u);
    return 0;
}

/* ---- transmitter ---- */
static avr_cycle_count_t on_tx_done(avr_t *avr, avr_cycle_count_t when, void *p) {
    usart0_t *u = p;
    u->host.byte(u->host.param, USART_TX, u->tx_shift, when);
    u->tx_busy = u->tx_buffered;
    if (u->tx_buffered) {
        u->tx_shift = u->tx_buffer;
        u->tx_buffered = false;
    } else {
        intr_flag(avr, u->txc);
    }
    update(u);
    return u->tx_busy ? when + (cycle_t)(avr_bit(avr) * frame_bits(avr)) : 0;
}

/* ---- registers ---- */
static uint8_t rd(avr_t *avr, avr_io_addr_t a, void *p) {
    usart0_t *u = p;
    if (a == UDR0) {
        uint8_t v = 0;
        if (u->fifo_n) {
            v = u->fifo[0].byte;
            u->fifo[0] = u->fifo[1];
            u->fifo_n--;
            shift_to_fifo(u);
        }
        update(u);
        return avr->data[a] = v;
    }
    return avr->data[a];
}

static void wr(avr_t *avr, avr_io_addr_t a, uint8_t v, void *p) {
    usart0_t *u = p;
    switch (a) {
    case UDR0:
        if (!(avr->data[UCSR0B] & TXEN))
            break;
        if (!u->tx_busy) {
            u->tx_busy = true;
            u->tx_shift = v;
            avr_cycle_timer_register(avr, (cycle_t)(avr_bit(avr) * frame_bits(avr)), on_tx_done, u);
        } else if (!u->tx_buffered) {
            u->tx_buffered = true;
            u->tx_buffer = v;
        }
        break;
    case UCSR0A:
        if (v & TXC)
            intr_unflag(avr, u->txc);
        avr->data[a] = (avr->data[a] & ~(U2X | 1)) | (v & (U2X | 1));
        break;
    case UCSR0B:
        avr->data[a] = (avr->data[a] & 2) | (v & ~2);
        if (!(v & RXEN))
            u->fifo_n = 0, u->shift_full = u->overrun = false;
        intr_reenable(avr, u->txc);
        break;
    default:
        avr->data[a] = v;
    }
    update(u);
}

static void reset(avr_io_t *io) {
    usart0_t *u = (usart0_t *)io;
    bool was = u->receiving;
    io->avr->data[UCSR0A] = UDRE;
    io->avr->data[UCSR0B] = 0;
    io->avr->data[UCSR0C] = 6;
    u->fifo_n = 0;
    u->shift_full = u->receiving = u->overrun = u->tx_busy = u->tx_buffered = false;
    if (was) /* the host goes on sending while the MCU resets */
        u->host.byte(u->host.param, USART_RX_OFF, u->line_byte, io->avr->cycle);
    usart0_kick(u);
}

usart0_t *usart0_new(avr_t *avr, const board_host_t *host) {
    usart0_t *u = calloc(1, sizeof *u);
    u->io.kind = "usart0";
    u->io.reset = reset;
    u->host = *host;
    bus_add_module(avr, &u->io);
    u->rxc = intr_find(avr, 18);
    u->udre = intr_find(avr, 19);
    u->txc = intr_find(avr, 20);
    u->rxc->raise_sticky = u->udre->raise_sticky = 1;
    static const uint16_t regs[] = {UCSR0A, UCSR0B, UCSR0C, UBRR0L, UBRR0H, UDR0};
    for (unsigned i = 0; i < sizeof regs / sizeof *regs; i++) {
        bus_hook_read(avr, regs[i], rd, u);
        bus_hook_write(avr, regs[i], wr, u);
    }
    reset(&u->io);
    return u;
}
