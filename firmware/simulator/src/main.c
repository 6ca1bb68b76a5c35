/* Options, and what is done with the board's edges and bytes. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "avrsim.h"

static bool control;
static FILE *pulses;

static bool next_byte(void *p, uint8_t *byte) {
    (void)p;
    return queue_take(byte);
}

static void on_byte(void *p, enum usart_event kind, uint8_t byte, cycle_t cycle) {
    static const char *const name[] = {[USART_RX] = "rx",
                                       [USART_RX_LOST] = "lost",
                                       [USART_RX_OFF] = "off",
                                       [USART_RX_FRAMING] = "framing",
                                       [USART_TX] = "tx"};
    (void)p;
    if (control)
        printf("%s %llu %02x\n", name[kind], (unsigned long long)cycle, byte);
    else if (kind == USART_TX)
        pty_sent(byte);
}

static void on_edge(void *p, const char *pin, int level, cycle_t cycle) {
    (void)p;
    if (control)
        printf("pin %llu %s %d\n", (unsigned long long)cycle, pin, level);
    if (pulses) {
        fprintf(pulses, "%llu,%s,%d\n", (unsigned long long)cycle, pin, level);
        fflush(pulses);
    }
}

static void usage(FILE *to) {
    fputs("usage: avrsim [options] [FIRMWARE.elf|.hex]\n"
          "An Arduino Uno: runs the firmware, its UART on a pty, in real time.\n"
          "  --link PATH       symbolic link to the pty\n"
          "  --auto-reset      reset when a program opens the pty, as a board does on DTR\n"
          "  --control         no pty: stdin and stdout control it (src/control.c)\n"
          "  --bootloader HEX  load it too and start there, as with the BOOTRST fuse\n"
          "  --host-baud HZ    the line's rate to the board (default: what the firmware set)\n"
          "  --pin PIN         watch this pin (D9, PB1, ...; default D9 and D10)\n"
          "  --pulses FILE     CSV of every level change: cycle,pin,level\n"
          "  --eeprom FILE     load the EEPROM from FILE if there, save it there at the end\n"
          "  --verbose         libsimavr's messages\n"
          "SIGUSR1 presses the reset button. Exit: 0 done, 2 usage, 3 the CPU stopped.\n",
          to);
}

static void quiet(avr_t *avr, const int level, const char *format, va_list ap) {
    if (level <= LOG_ERROR && !(avr && avr->log == 0))
        vfprintf(stderr, format, ap);
}

static void load_eeprom(board_t *board, const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f)
        return;
    if (fread(board_eeprom(board), 1, EEPROM_SIZE, f) == 0 && ferror(f))
        die("cannot read %s", path);
    fclose(f);
}

static void save_eeprom(board_t *board, const char *path) {
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(board_eeprom(board), 1, EEPROM_SIZE, f) != EEPROM_SIZE || fclose(f))
        die("cannot write %s", path);
}

typedef struct {
    const char *bootloader, *link, *eeprom, *firmware;
    const char *pins[24];
    int pin_count;
    double host_baud;
    bool auto_reset, verbose;
} options_t;

static options_t parse(int argc, char **argv) {
    enum { BOOT = 256, LINK, AUTO, CONTROL, BAUD, PIN, PULSES, EEPROM, VERBOSE };
    static const struct option known[] = {{"bootloader", 1, 0, BOOT},
                                          {"link", 1, 0, LINK},
                                          {"auto-reset", 0, 0, AUTO},
                                          {"control", 0, 0, CONTROL},
                                          {"host-baud", 1, 0, BAUD},
                                          {"pin", 1, 0, PIN},
                                          {"pulses", 1, 0, PULSES},
                                          {"eeprom", 1, 0, EEPROM},
                                          {"verbose", 0, 0, VERBOSE},
                                          {"help", 0, 0, 'h'},
                                          {0, 0, 0, 0}};
    options_t o = {.pins = {"D9", "D10"}};
    for (int c; (c = getopt_long(argc, argv, "h", known, NULL)) != -1;) {
        switch (c) {
        case BOOT:
            o.bootloader = optarg;
            break;
        case LINK:
            o.link = optarg;
            break;
        case AUTO:
            o.auto_reset = true;
            break;
        case CONTROL:
            control = true;
            break;
        case BAUD:
            o.host_baud = atof(optarg);
            break;
        case PIN:
            if (o.pin_count < 24)
                o.pins[o.pin_count++] = optarg;
            break;
        case PULSES:
            if (!(pulses = fopen(optarg, "w")))
                die("cannot write %s", optarg);
            fputs("cycle,pin,level\n", pulses);
            break;
        case EEPROM:
            o.eeprom = optarg;
            break;
        case VERBOSE:
            o.verbose = true;
            break;
        case 'h':
            usage(stdout);
            exit(0);
        default:
            usage(stderr);
            exit(2);
        }
    }
    if (optind + 1 < argc || (optind == argc && !o.bootloader)) {
        usage(stderr);
        exit(2);
    }
    if (!o.pin_count)
        o.pin_count = 2;
    o.firmware = optind < argc ? argv[optind] : NULL;
    return o;
}

int main(int argc, char **argv) {
    options_t o = parse(argc, argv);
    if (!o.verbose)
        avr_global_logger_set(quiet);
    board_host_t host = {on_edge, on_byte, next_byte, NULL, o.host_baud};
    board_t *board = board_new(&host);
    if (!board)
        die("%s does not know the ATmega328P", "libsimavr");
    avr_t *avr = board_avr(board);
    if (o.verbose)
        avr->log = LOG_TRACE;
    for (int i = 0; i < o.pin_count; i++)
        if (!pins_watch(board_pins(board), o.pins[i]))
            die("no such pin: %s", o.pins[i]);
    if (o.firmware)
        load(o.firmware, board);
    if (o.bootloader)
        avr->reset_pc = load(o.bootloader, board);
    if (o.eeprom)
        load_eeprom(board, o.eeprom);
    if (!control)
        pty_open(o.link, o.auto_reset);
    /* An empty board waits in its bootloader as after its reset button: for an upload. */
    board_reset(board, o.firmware ? RESET_POWER : RESET_BUTTON);
    bool alive = control ? control_run(board) : pty_run(board);
    if (o.eeprom)
        save_eeprom(board, o.eeprom);
    if (pulses)
        fclose(pulses);
    return alive ? 0 : 3;
}
