// CRC-32 (ISO-HDLC, the one of zlib), bit by bit: a table of nibbles costs an AVR 130 bytes more
// and saves 3 us a byte.
#pragma once

#include <stdint.h>

#include "flash_text.h"

namespace servoarm {

class Crc32 {
public:
    SERVOARM_ONCE void start() { remainder_ = 0xffffffffu; }
    // Goes on behind the bytes whose CRC is `value`.
    void resume(uint32_t value) { remainder_ = ~value; }
    void add(uint8_t byte);
    SERVOARM_ONCE uint32_t value() const { return ~remainder_; }

private:
    uint32_t remainder_;
};

// The first of a byte's two hexadecimal digits.
SERVOARM_ONCE char leading_digit(uint8_t byte);

} // namespace servoarm
