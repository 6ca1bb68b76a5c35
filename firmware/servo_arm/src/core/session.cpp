#include "session.h"

#include "commands.h"
#include "crc32.h"

namespace servoarm {
namespace {

const uint8_t CRC_DIGITS = 8;

// Eight lower-case hexadecimal digits.
bool parse_hex(const char *text, uint32_t &value) {
    value = 0;
    for (uint8_t i = 0; i < CRC_DIGITS; ++i) {
        const char digit = text[i];
        uint8_t nibble = 0;
        if (digit >= '0' && digit <= '9') {
            nibble = static_cast<uint8_t>(digit - '0');
        } else if (digit >= 'a' && digit <= 'f') {
            nibble = static_cast<uint8_t>(digit - 'a' + 10);
        } else {
            return false;
        }
        value = (value << 4) | nibble;
    }
    return true;
}

} // namespace

Error unframe(char *line, uint8_t length, Frame &frame) {
    if (length < CRC_DIGITS + 1) {
        return Error::bad_checksum;
    }
    const uint8_t star = static_cast<uint8_t>(length - CRC_DIGITS - 1);
    uint32_t stated = 0;
    if (line[star] != '*' || !parse_hex(line + star + 1, stated)) {
        return Error::bad_checksum;
    }
    Crc32 crc;
    for (uint8_t i = 0; i < star; ++i) {
        crc.add(static_cast<uint8_t>(line[i]));
    }
    if (crc.value() != stated) {
        return Error::bad_checksum;
    }
    line[star] = '\0';
    const char *text = line;
    uint32_t sequence = 0;
    if (!parse_digits(text, sequence) || sequence > UINT16_MAX || (*text != ' ' && *text != '\0')) {
        return Error::bad_number;
    }
    frame.sequence = static_cast<uint16_t>(sequence);
    frame.text = text;
    return Error::none;
}

void Session::begin(uint16_t nonce, uint16_t sequence) {
    nonce_ = nonce;
    last_ = sequence;
    strict_ = true;
    host_lost_ = false;
    heard();
}

Error Session::accept(uint16_t sequence) {
    if (!strict_) {
        return Error::no_session;
    }
    const uint16_t ahead = static_cast<uint16_t>(sequence - last_);
    if (ahead == 0 || ahead > INT16_MAX) {
        return Error::stale_sequence;
    }
    last_ = sequence;
    return Error::none;
}

bool Session::silent(uint16_t frame_us, uint16_t limit_ms) {
    if (!strict_ || limit_ms == 0) {
        return false;
    }
    const uint32_t limit_us = static_cast<uint32_t>(limit_ms) * 1000;
    if (silence_us_ < limit_us) {
        silence_us_ += frame_us;
    }
    if (silence_us_ < limit_us) {
        return false;
    }
    host_lost_ = true;
    return true;
}

} // namespace servoarm
