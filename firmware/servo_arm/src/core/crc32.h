// CRC-32 (ISO-HDLC, the one of zlib), bit by bit: a line of 40 bytes takes an Uno 0.4 ms, and no
// table its flash.
#pragma once

#include <stdint.h>

namespace servoarm {

class Crc32 {
public:
    void add(uint8_t byte);
    uint32_t value() const { return ~remainder_; }

private:
    uint32_t remainder_ = 0xffffffffu;
};

// The first of a value's eight hexadecimal digits.
char leading_digit(uint32_t value);

} // namespace servoarm
