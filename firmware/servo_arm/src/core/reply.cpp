#include "reply.h"

#include "count.h"

namespace servoarm {
namespace {

// No number of the board's has more than seven digits.
const uint32_t POWERS[] SERVOARM_FLASH = {1000000, 100000, 10000, 1000, 100, 10, 1};

} // namespace

void Reply::begin(To to, uint16_t sequence) {
    write_ = head_;
    full_ = false;
    first_ = true;
    framed_ = false;
    if (to != To::typist) {
        put(':');
        framed_ = true;
        crc_.start();
        if (to == To::host) {
            text(SERVOARM_TEXT("-"));
        } else {
            number(sequence);
        }
    }
}

void Reply::text(FlashText text) {
    space();
    for (const char *at = text.start; flash_byte(at) != 0; ++at) {
        put(static_cast<char>(flash_byte(at)));
    }
}

void Reply::number(int32_t value) {
    space();
    if (value < 0) {
        put('-');
        value = -value;
    }
    uint32_t size = static_cast<uint32_t>(value);
    // By subtraction: a 32-bit division takes an AVR ten times as long.
    bool leading = true;
    for (uint8_t i = 0; i < sizeof POWERS / sizeof POWERS[0]; ++i) {
        const uint32_t power = flash_dword(&POWERS[i]);
        char digit = '0';
        for (; size >= power; size -= power) {
            ++digit;
        }
        leading = leading && digit == '0' && power != 1;
        if (!leading) {
            put(digit);
        }
    }
}

void Reply::hex(uint32_t value) {
    space();
    hex_digits(value);
}

void Reply::end() {
    if (framed_) {
        framed_ = false; // the sum is of what came before
        put('*');
        hex_digits(crc_.value());
    }
    put('\n');
    if (full_) {
        count(lost_);
        return;
    }
    head_ = write_;
}

int16_t Reply::next_byte() {
    const uint8_t tail = tail_;
    if (tail == head_) {
        return -1;
    }
    const uint8_t byte = bytes_[tail];
    tail_ = static_cast<uint8_t>(tail + 1);
    return byte;
}

void Reply::put(char character) {
    if (framed_) {
        crc_.add(static_cast<uint8_t>(character));
    }
    bytes_[write_] = static_cast<uint8_t>(character);
    const uint8_t next = static_cast<uint8_t>(write_ + 1);
    if (next == tail_) {
        full_ = true;
    } else {
        write_ = next;
    }
}

void Reply::space() {
    if (!first_) {
        put(' ');
    }
    first_ = false;
}

void Reply::hex_digits(uint32_t value) {
    for (uint8_t i = 0; i < 8; ++i) {
        put(leading_digit(static_cast<uint8_t>(value >> 24)));
        value <<= 4;
    }
}

} // namespace servoarm
