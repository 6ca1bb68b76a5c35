#include "crc32.h"

namespace servoarm {

void Crc32::add(uint8_t byte) {
    uint32_t remainder = remainder_ ^ byte;
    for (uint8_t bit = 0; bit < 8; ++bit) {
        const bool divides = (remainder & 1u) != 0;
        remainder >>= 1;
        if (divides) {
            remainder ^= 0xedb88320u; // the reflected polynomial
        }
    }
    remainder_ = remainder;
}

char leading_digit(uint32_t value) {
    const uint8_t nibble = static_cast<uint8_t>(value >> 28);
    return static_cast<char>(nibble < 10 ? '0' + nibble : 'a' + nibble - 10);
}

} // namespace servoarm
