#include "session.h"

#include "commands.h"
#include "crc32.h"

namespace servoarm {
namespace {

const uint8_t CRC_DIGITS = 8;

bool spells(const char *digits, uint32_t crc) {
    for (uint8_t i = 0; i < CRC_DIGITS; ++i) {
        if (digits[i] != leading_digit(crc)) {
            return false;
        }
        crc <<= 4;
    }
    return true;
}

} // namespace

Error unframe(char *line, uint8_t length, Frame &frame) {
    if (length <= CRC_DIGITS) {
        return Error::bad_checksum;
    }
    char *star = line + length - CRC_DIGITS - 1;
    Crc32 crc;
    for (const char *at = line; at != star; ++at) {
        crc.add(static_cast<uint8_t>(*at));
    }
    if (*star != '*' || !spells(star + 1, crc.value())) {
        return Error::bad_checksum;
    }
    *star = '\0';
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
