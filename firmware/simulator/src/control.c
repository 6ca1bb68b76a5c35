/* A program in control, over stdin and stdout: simulated time passes only when it says so, so
 * that every run of a test is the same run. One command a line:
 *
 *     run CYCLES            let time pass; answers `at CYCLE` after the events on the way
 *     send HEX              bytes to the board, back to back from now on, at the line's pace
 *     reset CAUSE           button, brownout or power
 *     freeze                the main program hangs (interrupts go on) until a reset
 *     eeprom                answers `eeprom HEX`
 *     poke ADDRESS HEX      write the EEPROM from outside
 *     damage OFFSET HEX     write the RAM, counted from its first byte
 *     hold PIN LEVEL        from outside: a watched pin reads 0 or 1, whatever the chip drives;
 *                           -1 lets it go
 *     ram                   answers `ram HEX`: all of it, from its first byte
 *
 * Events: `tx CYCLE HEX`, `rx CYCLE HEX` (its stop bit), `lost`, `off` and `framing CYCLE HEX` (a
 * byte the receiver overran, was off for, or missampled), `pin CYCLE NAME LEVEL`. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "avrsim.h"

static int hex_byte(const char *p) {
    char pair[3] = {p[0], p[0] ? p[1] : 0, 0}, *end;
    long v = strtol(pair, &end, 16);
    return end == pair + 2 ? (int)v : -1;
}

static void send(board_t *board, const char *p) {
    for (int v; (v = hex_byte(p)) >= 0; p += 2) {
        if (!queue_room())
            die("more than %s bytes wait for the line", "65536");
        queue_put(v);
    }
    board_bytes_wait(board);
}

static void reset(board_t *board, const char *cause) {
    if (!strcmp(cause, "power"))
        board_reset(board, RESET_POWER);
    else if (!strcmp(cause, "brownout"))
        board_reset(board, RESET_BROWNOUT);
    else if (!strcmp(cause, "button"))
        board_reset(board, RESET_BUTTON);
    else
        die("no such reset: %s", cause);
}

static void dump(const char *name, const uint8_t *bytes, int size) {
    printf("%s ", name);
    for (int i = 0; i < size; i++)
        printf("%02x", bytes[i]);
    putchar('\n');
}

static void poke(uint8_t *bytes, unsigned long size, char *p) {
    unsigned long at = strtoul(p, &p, 0);
    while (isspace((unsigned char)*p))
        p++;
    for (int v; (v = hex_byte(p)) >= 0 && at < size; p += 2)
        bytes[at++] = v;
}

static void hold(board_t *board, char *p) {
    char *level = p + strcspn(p, " ");
    if (*level)
        *level++ = 0;
    if (!pins_hold(board_pins(board), p, atoi(level)))
        die("no such pin is watched: %s", p);
}

bool control_run(board_t *board) {
    char *line = NULL;
    size_t capacity = 0;
    bool alive = true;
    puts("ready");
    fflush(stdout);
    while (alive && getline(&line, &capacity, stdin) > 0) {
        line[strcspn(line, "\n")] = 0;
        char *rest = line + strcspn(line, " ");
        if (*rest)
            *rest++ = 0;
        if (!strcmp(line, "run"))
            alive = board_run_until(board, board_cycle(board) + strtoull(rest, NULL, 10));
        else if (!strcmp(line, "send"))
            send(board, rest);
        else if (!strcmp(line, "reset"))
            reset(board, rest);
        else if (!strcmp(line, "freeze"))
            board_freeze(board);
        else if (!strcmp(line, "eeprom"))
            dump("eeprom", board_eeprom(board), EEPROM_SIZE);
        else if (!strcmp(line, "ram"))
            dump("ram", board_avr(board)->data + RAM_START, RAM_SIZE);
        else if (!strcmp(line, "hold"))
            hold(board, rest);
        else if (!strcmp(line, "poke"))
            poke(board_eeprom(board), EEPROM_SIZE, rest);
        else if (!strcmp(line, "damage"))
            poke(board_avr(board)->data + RAM_START, RAM_SIZE, rest);
        else
            die("no such command: %s", line);
        printf("at %llu\n", (unsigned long long)board_cycle(board));
        fflush(stdout);
    }
    free(line);
    return alive;
}
