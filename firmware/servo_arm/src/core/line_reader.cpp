#include "line_reader.h"

namespace servoarm {
namespace {

// In place of an error, while the rest of a line that was given up is skipped.
const Error GIVEN_UP = static_cast<Error>(0xff);

} // namespace

void LineReader::begin() {
    length_ = 0;
    text_[0] = '\0';
    error_ = Error::none;
    crc_.start();
}

bool LineReader::has_something() const {
    return error_ == Error::none ? length_ != 0 : error_ != GIVEN_UP;
}

LineReader::Event LineReader::receive(uint8_t byte) {
    if (byte == '\n' || byte == '\r') {
        if (!has_something()) {
            begin();
            return Event::none;
        }
        text_[length_] = '\0';
        return Event::line;
    }
    if (byte == ' ' && length_ == 0) {
        return Event::none; // a line of nothing but spaces is an empty one
    }
    Event event = Event::none;
    if (byte == ':') {
        if (has_something()) {
            event = Event::dropped;
        }
        begin();
    }
    // The first fault of a line is the one that is told.
    if (error_ != Error::none) {
        return event;
    }
    if (byte < ' ' || byte > '~') {
        error_ = Error::bad_character;
    } else if (length_ == MAX_LINE_IN) {
        error_ = Error::line_too_long;
    } else {
        if (length_ > CRC_TAIL) {
            crc_.add(static_cast<uint8_t>(text_[length_ - CRC_TAIL]));
        }
        text_[length_++] = static_cast<char>(byte);
    }
    return event;
}

bool LineReader::drop() {
    const bool something = has_something();
    if (something) {
        overtaken(true);
    }
    return something;
}

void LineReader::overtaken(bool cut_line) {
    begin();
    if (cut_line) {
        error_ = GIVEN_UP;
    }
}

void LineReader::lost_byte() {
    if (error_ == Error::none) {
        error_ = Error::bad_checksum;
    }
}

} // namespace servoarm
