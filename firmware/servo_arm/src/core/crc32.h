// CRC-32 (ISO-HDLC, the one of zlib), bit by bit: a line's sum is made while its bytes come, so
// that the time that a table would save is not missed.
#pragma once

#include <stdint.h>

namespace servoarm {

class Crc32 {
public:
    void start() { remainder_ = 0xffffffffu; }
    // Goes on behind the bytes whose CRC is `value`.
    void resume(uint32_t value) { remainder_ = ~value; }
    void add(uint8_t byte);
    uint32_t value() const { return ~remainder_; }

private:
    uint32_t remainder_;
};

// The first of a byte's two hexadecimal digits.
char leading_digit(uint8_t byte);

} // namespace servoarm
