#include "crc32.h"

namespace servoarm {

void Crc32::add(uint8_t byte) {
    uint32_t remainder = remainder_ ^ byte;
    for (uint8_t bit = 0; bit < 8; ++bit) {
        const bool one = (remainder & 1) != 0;
        remainder >>= 1;
        if (one) {
            remainder ^= 0xedb88320u;
        }
    }
    remainder_ = remainder;
}

char leading_digit(uint8_t byte) {
    const uint8_t digit = byte >> 4;
    return static_cast<char>(digit < 10 ? '0' + digit : 'a' + digit - 10);
}

} // namespace servoarm
