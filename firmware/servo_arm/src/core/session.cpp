#include "session.h"

#include "commands.h"
#include "crc32.h"
#include "line_reader.h"

namespace servoarm {
namespace {

bool spells(const char *digits, uint32_t crc) {
    for (uint8_t i = 0; i < CRC_TAIL - 1; ++i) {
        if (digits[i] != leading_digit(static_cast<uint8_t>(crc >> 24))) {
            return false;
        }
        crc <<= 4;
    }
    return true;
}

} // namespace

Error unframe(char *line, uint8_t length, uint32_t crc, Frame &frame) {
    if (length <= CRC_TAIL) {
        return Error::bad_checksum;
    }
    char *star = line + length - CRC_TAIL;
    if (*star != '*' || !spells(star + 1, crc)) {
        return Error::bad_checksum;
    }
    *star = '\0';
    const char *text = line + 1;
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
    heard();
    return Error::none;
}

bool Session::silent(uint16_t frame_us, uint16_t limit_ms) {
    if (!strict_ || limit_ms == 0) {
        return false;
    }
    // of whole frames: that of the last sign of life had begun before
    if (static_cast<uint32_t>(silent_frames_) * frame_us < static_cast<uint32_t>(limit_ms) * 1000) {
        ++silent_frames_;
        return false;
    }
    host_lost_ = true;
    return true;
}

} // namespace servoarm
