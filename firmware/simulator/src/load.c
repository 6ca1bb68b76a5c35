/* Program files into the flash (and the EEPROM): ELF by its program headers (libsimavr's
 * reader takes .text and .data only), Intel hex (libsimavr's reader fails on the start-address
 * records that Optiboot has). Both return the lowest flash address they filled. */
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "avrsim.h"

void die(const char *format, const char *arg) {
    fputs("avrsim: ", stderr);
    fprintf(stderr, format, arg);
    fputc('\n', stderr);
    exit(2);
}

static uint32_t load_hex(const char *path, avr_t *avr) {
    FILE *f = fopen(path, "r");
    char line[600];
    uint32_t base = 0, lowest = UINT32_MAX;
    if (!f)
        die("cannot open %s", path);
    while (fgets(line, sizeof line, f)) {
        uint8_t b[260], sum = 0;
        unsigned n = 0, v;
        if (line[0] != ':')
            continue;
        while (n < sizeof b && sscanf(line + 1 + 2 * n, "%2x", &v) == 1)
            sum += b[n++] = v;
        if (n < 5 || n != b[0] + 5u || sum)
            die("a bad line in %s", path);
        uint32_t addr = base + (b[1] << 8 | b[2]);
        if (b[3] == 0 && b[0]) {
            if (addr + b[0] > avr->flashend + 1)
                die("%s does not fit in the flash", path);
            memcpy(avr->flash + addr, b + 4, b[0]);
            if (addr < lowest)
                lowest = addr;
        } else if (b[3] == 1) {
            break;
        } else if (b[3] == 2 || b[3] == 4) {
            base = (uint32_t)(b[4] << 8 | b[5]) << (b[3] == 2 ? 4 : 16);
        }
    }
    fclose(f);
    if (lowest == UINT32_MAX)
        die("nothing to load in %s", path);
    return lowest;
}

static uint32_t load_elf(const char *path, avr_t *avr, uint8_t *eeprom) {
    uint32_t lowest = UINT32_MAX;
    size_t n = 0, size;
    int fd = open(path, O_RDONLY);
    elf_version(EV_CURRENT);
    Elf *e = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
    if (!e || elf_kind(e) != ELF_K_ELF || elf_getphdrnum(e, &n))
        die("cannot read %s", path);
    const char *raw = elf_rawfile(e, &size);
    for (size_t i = 0; i < n; i++) {
        GElf_Phdr h;
        if (!gelf_getphdr(e, i, &h) || h.p_type != PT_LOAD || !h.p_filesz)
            continue;
        uint8_t *to = NULL;
        if (h.p_paddr + h.p_filesz <= avr->flashend + 1) {
            to = avr->flash + h.p_paddr;
            if (h.p_paddr < lowest)
                lowest = h.p_paddr;
        } else if (h.p_paddr >= 0x810000 && h.p_paddr + h.p_filesz <= 0x810000 + EEPROM_SIZE) {
            to = eeprom + (h.p_paddr - 0x810000);
        } else if (h.p_paddr < 0x810000) {
            die("%s does not fit in the flash", path);
        }
        if (to && h.p_offset + h.p_filesz <= size)
            memcpy(to, raw + h.p_offset, h.p_filesz);
    }
    elf_end(e);
    close(fd);
    if (lowest == UINT32_MAX)
        die("nothing to load in %s", path);
    return lowest;
}

uint32_t load(const char *path, board_t *board) {
    const char *dot = strrchr(path, '.');
    return dot && !strcasecmp(dot, ".hex") ? load_hex(path, board_avr(board))
                                           : load_elf(path, board_avr(board), board_eeprom(board));
}
