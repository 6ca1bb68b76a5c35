// Constant data that stays in flash on an AVR (its RAM is too small for texts) and is ordinary
// memory elsewhere.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__AVR__)
#include <avr/pgmspace.h>
#define SERVOARM_FLASH PROGMEM
// For a function that is wanted once. Avr-gcc unrolls the loops over both joints and copies into
// them all that they call, and it copies what has one caller, which then has more values than
// registers.
#define SERVOARM_ONCE __attribute__((noinline))
#define SERVOARM_TEXT(literal) (servoarm::flash_text(PSTR(literal)))
#else
#define SERVOARM_FLASH
#define SERVOARM_ONCE
#define SERVOARM_TEXT(literal) (servoarm::flash_text(literal))
#endif

namespace servoarm {

// A NUL-terminated text in flash; a type of its own, so that no RAM text is read as flash.
struct FlashText {
    const char *start;
};

inline FlashText flash_text(const char *start) {
    FlashText text = {start};
    return text;
}

#if defined(__AVR__)
inline uint8_t flash_byte(const void *at) {
    return pgm_read_byte(at);
}
inline uint16_t flash_word(const void *at) {
    return pgm_read_word(at);
}
inline uint32_t flash_dword(const void *at) {
    return pgm_read_dword(at);
}
#else
inline uint8_t flash_byte(const void *at) {
    return *static_cast<const uint8_t *>(at);
}
inline uint16_t flash_word(const void *at) {
    return *static_cast<const uint16_t *>(at);
}
inline uint32_t flash_dword(const void *at) {
    return *static_cast<const uint32_t *>(at);
}
#endif

// How many NUL-terminated texts follow each other in text[from] .. text[to - 1].
constexpr size_t count_texts(const char *text, size_t from, size_t to) {
    return to - from == 1 ? (text[from] == '\0' ? 1 : 0)
                          : count_texts(text, from, from + (to - from) / 2) +
                                count_texts(text, from + (to - from) / 2, to);
}
template <size_t SIZE> constexpr size_t count_texts(const char (&texts)[SIZE]) {
    return count_texts(texts, 0, SIZE);
}

// The entry `index` of texts that follow each other, each with its NUL: no table of pointers.
inline FlashText flash_entry(FlashText texts, uint8_t index) {
    for (; index != 0; --index) {
        while (flash_byte(texts.start++) != 0) {
        }
    }
    return texts;
}

} // namespace servoarm
