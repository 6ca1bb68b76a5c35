/* What the chip drives on the watched pins, and what it reads there. A pin that is not an output
 * counts as low: a servo's signal input pulls down. A store moves the pin one cycle after its
 * access. */
#include "avrsim.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PINS = 24 };
struct hook {
    pins_t *owner;
    avr_io_write_t fn;
    void *param;
    avr_io_read_t rfn;
    void *rparam;
};
struct pins {
    avr_t *avr;
    edge_fn edge;
    void *param;
    const timer1_t *timer1;
    struct {
        char name[6];
        uint16_t pin;
        uint8_t bit;
        int level;
        int held; /* the level that something outside forces on it; -1: none */
    } p[MAX_PINS];
    int n;
    struct hook hooks[12];
    int hook_n;
};

static int level(const pins_t *s, uint16_t pin, uint8_t bit) {
    const uint8_t *r = s->avr->data + pin; /* PINx, DDRx, PORTx */
    int oc;
    if (!(r[1] >> bit & 1))
        return 0;
    if (pin == 0x23 && (bit == 1 || bit == 2) && timer1_overrides(s->timer1, bit - 1, &oc))
        return oc;
    return r[2] >> bit & 1;
}

void pins_changed(void *pins, cycle_t cycle) {
    pins_t *s = pins;
    for (int i = 0; i < s->n; i++) {
        int l = level(s, s->p[i].pin, s->p[i].bit);
        if (l == s->p[i].level)
            continue;
        s->p[i].level = l;
        s->edge(s->param, s->p[i].name, l, cycle);
    }
}

static void wr(avr_t *avr, avr_io_addr_t a, uint8_t v, void *p) {
    struct hook *h = p;
    cycle_t c = bus_cycle(avr) + 1;
    if (a % 3 == 0x23 % 3) /* PINx: ones toggle PORTx */
        v = bus_written_ones(avr, v);
    if (h->fn)
        h->fn(avr, a, v, h->param);
    else
        avr->data[a] = v;
    pins_changed(h->owner, c);
}

static uint8_t with_bit(uint8_t v, uint8_t bit, int level) {
    return (v & ~(1 << bit)) | level << bit;
}

static uint8_t rd_pin(avr_t *avr, avr_io_addr_t a, void *p) {
    struct hook *h = p;
    const pins_t *s = h->owner;
    uint8_t v = h->rfn ? h->rfn(avr, a, h->rparam) : avr->data[a];
    for (int bit = 1; a == 0x23 && bit <= 2; bit++)
        if (avr->data[0x24] >> bit & 1)
            v = with_bit(v, bit, level(s, a, bit));
    for (int i = 0; i < s->n; i++)
        if (s->p[i].pin == a && s->p[i].held >= 0)
            v = with_bit(v, s->p[i].bit, s->p[i].held);
    return v;
}

pins_t *pins_new(avr_t *avr, edge_fn edge, void *param) {
    pins_t *s = calloc(1, sizeof *s);
    s->avr = avr;
    s->edge = edge;
    s->param = param;
    for (uint16_t a = 0x23; a <= 0x2b; a++) {
        struct hook *h = &s->hooks[s->hook_n++];
        h->owner = s;
        h->fn = avr->io[AVR_DATA_TO_IO(a)].w.c;
        h->param = avr->io[AVR_DATA_TO_IO(a)].w.param;
        bus_hook_write(avr, a, wr, h);
        if (a % 3 == 0x23 % 3) {
            h->rfn = avr->io[AVR_DATA_TO_IO(a)].r.c;
            h->rparam = avr->io[AVR_DATA_TO_IO(a)].r.param;
            bus_hook_read(avr, a, rd_pin, h);
        }
    }
    return s;
}

void pins_set_timer1(pins_t *s, const timer1_t *t) {
    s->timer1 = t;
}

/* "PB1" or "D9" -> the address of its PINx register and its bit. */
static bool find(const char *name, uint16_t *pin, uint8_t *bit) {
    int port = -1, b = -1;
    if (toupper(name[0]) == 'P' && isalpha((unsigned char)name[1]) &&
        isdigit((unsigned char)name[2]) && !name[3]) {
        port = toupper(name[1]) - 'B';
        b = name[2] - '0';
    } else if (toupper(name[0]) == 'D' || toupper(name[0]) == 'A') {
        int d = atoi(name + 1) + (toupper(name[0]) == 'A' ? 14 : 0);
        port = d < 8 ? 2 : d < 14 ? 0 : 1;
        b = d < 8 ? d : d < 14 ? d - 8 : d - 14;
    }
    if (port < 0 || port > 2 || b < 0 || b > 7)
        return false;
    *pin = 0x23 + 3 * port;
    *bit = b;
    return true;
}

bool pins_watch(pins_t *s, const char *name) {
    uint16_t pin;
    uint8_t bit;
    if (s->n == MAX_PINS || !find(name, &pin, &bit))
        return false;
    snprintf(s->p[s->n].name, sizeof s->p[0].name, "P%c%d", 'B' + (pin - 0x23) / 3, bit);
    s->p[s->n].pin = pin;
    s->p[s->n].held = -1;
    s->p[s->n++].bit = bit;
    return true;
}

bool pins_hold(pins_t *s, const char *name, int level) {
    uint16_t pin;
    uint8_t bit;
    if (level < -1 || level > 1 || !find(name, &pin, &bit))
        return false;
    for (int i = 0; i < s->n; i++)
        if (s->p[i].pin == pin && s->p[i].bit == bit) {
            s->p[i].held = level;
            return true;
        }
    return false;
}
