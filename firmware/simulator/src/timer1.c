/* Timer/Counter1 of the ATmega328P (datasheet chapter 16).
 *
 * All events happen on prescaler ticks. An event belongs to the tick on which the
 * counter *leaves* a value, as in the datasheet's timing diagrams: a compare match
 * sets OCF1x and moves OC1x on the tick after TCNT1 == OCR1x, so a fast-PWM pulse
 * lasts (OCR1x + 1) ticks.
 */
#include "avrsim.h"
#include <stdlib.h>
#include <string.h>

enum {
    TIFR1 = 0x36,
    GTCCR = 0x43,
    TIMSK1 = 0x6f,
    TCCR1A = 0x80,
    TCCR1B,
    TCCR1C,
    TCNT1L = 0x84,
    TCNT1H,
    ICR1L,
    ICR1H,
    OCR1AL,
    OCR1AH,
    OCR1BL,
    OCR1BH,
};
enum { TOV1 = 0, OCF1A, OCF1B, ICF1 = 5 };
enum kind { NORMAL, CTC, FAST, PHASE, PHASE_FREQ };
enum top { TOP_FIXED, TOP_OCRA, TOP_ICR };

static const struct mode {
    uint8_t kind, top;
    uint16_t fixed;
    bool toggle_a;
} modes[16] = {
    {NORMAL, TOP_FIXED, 0xffff, false}, {PHASE, TOP_FIXED, 0x00ff, false},
    {PHASE, TOP_FIXED, 0x01ff, false},  {PHASE, TOP_FIXED, 0x03ff, false},
    {CTC, TOP_OCRA, 0, false},          {FAST, TOP_FIXED, 0x00ff, false},
    {FAST, TOP_FIXED, 0x01ff, false},   {FAST, TOP_FIXED, 0x03ff, false},
    {PHASE_FREQ, TOP_ICR, 0, false},    {PHASE_FREQ, TOP_OCRA, 0, true},
    {PHASE, TOP_ICR, 0, false},         {PHASE, TOP_OCRA, 0, true},
    {CTC, TOP_ICR, 0, false},           {NORMAL, TOP_FIXED, 0xffff, false},
    {FAST, TOP_ICR, 0, true},           {FAST, TOP_OCRA, 0, true},
};

struct timer1 {
    avr_io_t io; /* must be first */
    const struct mode *mode;
    unsigned div;  /* 0: stopped */
    cycle_t epoch; /* the prescaler is free running from here */
    cycle_t now;   /* the counter is valid at this cycle */
    uint16_t tcnt, icr, ocr[2], buffer[2];
    uint8_t temp, oc[2];
    bool down, blocked;
    avr_int_vector_t *ovf, *comp[2], *capt;
    void (*pin_changed)(void *, cycle_t);
    void *pin_param;
};

static uint16_t top(const timer1_t *t) {
    return t->mode->top == TOP_OCRA ? t->ocr[0] : t->mode->top == TOP_ICR ? t->icr : t->mode->fixed;
}

static bool dual_slope(const timer1_t *t) {
    return t->mode->kind >= PHASE;
}
static bool pwm(const timer1_t *t) {
    return t->mode->kind >= FAST;
}
static int com(const timer1_t *t, int ch) {
    int c = t->io.avr->data[TCCR1A] >> (ch ? 4 : 6) & 3;
    if (c == 1 && pwm(t) && !(ch == 0 && t->mode->toggle_a))
        return 0;
    return c;
}

bool timer1_overrides(const timer1_t *t, int ch, int *level) {
    *level = t->oc[ch];
    return com(t, ch) != 0;
}

static void drive(timer1_t *t, int ch, int level, cycle_t c) {
    if (t->oc[ch] == level)
        return;
    t->oc[ch] = level;
    t->pin_changed(t->pin_param, c);
}

/* Ticks until the counter next leaves a value at which something happens. */
static uint32_t ticks_to_event(const timer1_t *t) {
    uint16_t at[] = {top(t), t->ocr[0], t->ocr[1], 0xffff, 0};
    uint32_t best = 0x10000;
    for (unsigned i = 0; i < 5; i++) {
        int32_t d = t->down ? t->tcnt - at[i] : at[i] - t->tcnt;
        if (d >= 0 && (uint32_t)d + 1 < best)
            best = d + 1;
    }
    return best;
}

static void load_buffers(timer1_t *t) {
    t->ocr[0] = t->buffer[0];
    t->ocr[1] = t->buffer[1];
}

/* One tick, at cycle c, leaving the present counter value. */
static void event_tick(timer1_t *t, cycle_t c) {
    avr_t *avr = t->io.avr;
    uint16_t v = t->tcnt, tp = top(t);
    bool at_top = v == tp && t->mode->kind != NORMAL, at_max = v == 0xffff;
    bool wrap = false, turn_up = false, turn_down = false;

    if (!dual_slope(t)) {
        wrap = at_top || at_max;
        t->tcnt = wrap ? 0 : v + 1;
    } else {
        if (!t->down && (v >= tp || at_max))
            t->down = turn_down = true;
        else if (t->down && v == 0)
            t->down = false, turn_up = true;
        t->tcnt = t->down ? (v ? v - 1 : 0) : v + 1;
    }

    for (int ch = 0; ch < 2 && !t->blocked; ch++) {
        if (v != t->ocr[ch])
            continue;
        intr_flag(avr, t->comp[ch]);
        int m = com(t, ch);
        if (m == 1)
            drive(t, ch, !t->oc[ch], c);
        else if (m && !(wrap && t->mode->kind == FAST))
            drive(t, ch, (m == 3) != (dual_slope(t) && t->down), c);
    }
    t->blocked = false;

    if (wrap && t->mode->kind == FAST)
        for (int ch = 0; ch < 2; ch++)
            if (com(t, ch) >= 2)
                drive(t, ch, com(t, ch) == 2, c);
    if ((wrap && t->mode->kind == FAST) || (turn_down && t->mode->kind == PHASE) ||
        (turn_up && t->mode->kind == PHASE_FREQ))
        load_buffers(t);
    if (at_top && (wrap || turn_down) && t->mode->top == TOP_ICR)
        intr_flag(avr, t->capt);
    if (turn_up || (t->mode->kind == FAST ? at_top : !dual_slope(t) && at_max))
        intr_flag(avr, t->ovf);
}

static void advance(timer1_t *t, cycle_t to) {
    if (to <= t->now)
        return;
    if (!t->div) {
        t->now = to;
        return;
    }
    uint64_t done = (t->now - t->epoch) / t->div, due = (to - t->epoch) / t->div;
    while (done < due) {
        uint32_t n = ticks_to_event(t);
        if (n > due - done) {
            t->tcnt += t->down ? -(due - done) : due - done;
            break;
        }
        t->tcnt += t->down ? -(n - 1) : n - 1;
        done += n;
        event_tick(t, t->epoch + done * t->div);
    }
    t->now = to;
}

static avr_cycle_count_t on_event(avr_t *avr, avr_cycle_count_t when, void *p);

static void schedule(timer1_t *t) {
    avr_t *avr = t->io.avr;
    avr_cycle_timer_cancel(avr, on_event, t);
    if (!t->div)
        return;
    cycle_t at = ((t->now - t->epoch) / t->div + ticks_to_event(t)) * t->div + t->epoch;
    avr_cycle_timer_register(avr, at > avr->cycle ? at - avr->cycle : 0, on_event, t);
}

static avr_cycle_count_t on_event(avr_t *avr, avr_cycle_count_t when, void *p) {
    (void)avr;
    advance(p, when);
    schedule(p);
    return 0;
}

static uint8_t rd(avr_t *avr, avr_io_addr_t a, void *p) {
    timer1_t *t = p;
    advance(t, bus_cycle(avr));
    switch (a) {
    case TCNT1L:
        t->temp = t->tcnt >> 8;
        return avr->data[a] = t->tcnt;
    case ICR1L:
        t->temp = t->icr >> 8;
        return avr->data[a] = t->icr;
    case TCNT1H:
    case ICR1H:
        return avr->data[a] = t->temp;
    }
    return avr->data[a];
}

static void set_clock(timer1_t *t, uint8_t v) {
    static const unsigned div[8] = {0, 1, 8, 64, 256, 1024, 0, 0};
    if ((v & 7) > 5)
        fprintf(stderr, "avrsim: Timer1 external clock is not modelled\n");
    t->div = div[v & 7];
}

static void wr(avr_t *avr, avr_io_addr_t a, uint8_t v, void *p) {
    timer1_t *t = p;
    cycle_t c = bus_cycle(avr);
    uint16_t word = t->temp << 8 | v;
    advance(t, c);
    switch (a) {
    case TCCR1A:
    case TCCR1B:
        avr->data[a] = v;
        t->mode = &modes[(avr->data[TCCR1A] & 3) | (avr->data[TCCR1B] >> 1 & 12)];
        if (!dual_slope(t))
            t->down = false;
        if (!pwm(t))
            load_buffers(t);
        set_clock(t, avr->data[TCCR1B]);
        t->pin_changed(t->pin_param, c + 1);
        break;
    case TCCR1C:
        for (int ch = 0; ch < 2 && !pwm(t); ch++)
            if (v & (ch ? 0x40 : 0x80) && com(t, ch))
                drive(t, ch, com(t, ch) == 1 ? !t->oc[ch] : com(t, ch) == 3, c + 1);
        break;
    case TCNT1H:
    case ICR1H:
    case OCR1AH:
    case OCR1BH:
        t->temp = v;
        break;
    case TCNT1L:
        t->tcnt = word;
        t->blocked = true;
        break;
    case ICR1L:
        if (t->mode->top == TOP_ICR) /* "can only be written" in these modes (16.6.3) */
            t->icr = word;
        else
            fprintf(stderr, "avrsim: ICR1 written in a mode that does not use it\n");
        break;
    case OCR1AL:
    case OCR1BL:
        t->buffer[a == OCR1BL] = word;
        avr->data[a] = v;
        avr->data[a + 1] = t->temp;
        if (!pwm(t))
            load_buffers(t);
        break;
    case TIFR1:
        v = bus_written_ones(avr, v);
        if (v & 1 << TOV1)
            intr_unflag(avr, t->ovf);
        if (v & 1 << OCF1A)
            intr_unflag(avr, t->comp[0]);
        if (v & 1 << OCF1B)
            intr_unflag(avr, t->comp[1]);
        if (v & 1 << ICF1)
            intr_unflag(avr, t->capt);
        break;
    case TIMSK1:
        avr->data[a] = v;
        intr_reenable(avr, t->ovf);
        intr_reenable(avr, t->comp[0]);
        intr_reenable(avr, t->comp[1]);
        intr_reenable(avr, t->capt);
        break;
    case GTCCR:
        if (v & 0x80)
            fprintf(stderr, "avrsim: GTCCR.TSM is not modelled\n");
        if (v & 1)
            t->epoch = c;
        break;
    }
    schedule(t);
}

static void reset(avr_io_t *io) {
    timer1_t *t = (timer1_t *)io;
    t->mode = &modes[0];
    t->div = 0;
    t->epoch = t->now = io->avr->cycle;
    t->tcnt = t->icr = 0;
    memset(t->ocr, 0, sizeof t->ocr);
    memset(t->buffer, 0, sizeof t->buffer);
    memset(t->oc, 0, sizeof t->oc);
    t->temp = 0;
    t->down = t->blocked = false;
}

timer1_t *timer1_new(avr_t *avr, void (*pin_changed)(void *, cycle_t), void *param) {
    timer1_t *t = calloc(1, sizeof *t);
    t->io.kind = "timer1";
    t->io.reset = reset;
    t->pin_changed = pin_changed;
    t->pin_param = param;
    bus_add_module(avr, &t->io);
    t->capt = intr_find(avr, 10);
    t->comp[0] = intr_find(avr, 11);
    t->comp[1] = intr_find(avr, 12);
    t->ovf = intr_find(avr, 13);
    static const uint16_t regs[] = {TIFR1, TIMSK1, TCCR1A, TCCR1B, TCCR1C, TCNT1L, TCNT1H,
                                    ICR1L, ICR1H,  OCR1AL, OCR1AH, OCR1BL, OCR1BH};
    for (unsigned i = 0; i < sizeof regs / sizeof *regs; i++) {
        bus_hook_read(avr, regs[i], rd, t);
        bus_hook_write(avr, regs[i], wr, t);
    }
    bus_hook_write(avr, GTCCR, wr, t);
    reset(&t->io);
    return t;
}
