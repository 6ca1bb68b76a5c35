#include "crc32.h"

#include "flash_text.h"

namespace servoarm {
namespace {

// Remainder of each nibble under the reflected polynomial 0xedb88320.
const uint32_t NIBBLES[16] SERVOARM_FLASH = {
    0x00000000u, 0x1db71064u, 0x3b6e20c8u, 0x26d930acu, 0x76dc4190u, 0x6b6b51f4u,
    0x4db26158u, 0x5005713cu, 0xedb88320u, 0xf00f9344u, 0xd6d6a3e8u, 0xcb61b38cu,
    0x9b64c2b0u, 0x86d3d2d4u, 0xa00ae278u, 0xbdbdf21cu,
};

} // namespace

void Crc32::add(uint8_t byte) {
    uint32_t remainder = remainder_ ^ byte;
    for (uint8_t nibble = 0; nibble < 2; ++nibble) {
        const uint8_t low = static_cast<uint8_t>(remainder) & 0x0f;
        remainder = (remainder >> 4) ^ flash_dword(&NIBBLES[low]);
    }
    remainder_ = remainder;
}

char leading_digit(uint32_t value) {
    const uint8_t nibble = static_cast<uint8_t>(value >> 28);
    return static_cast<char>(nibble < 10 ? '0' + nibble : 'a' + nibble - 10);
}

} // namespace servoarm
