// CRC-32 (ISO-HDLC, the one of zlib), four bits at a time: 64 bytes of table, about 7 us a byte on
// an Uno.
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
