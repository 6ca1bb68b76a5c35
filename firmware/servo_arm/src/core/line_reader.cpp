#include "line_reader.h"

namespace servoarm {

void LineReader::begin(bool framed) {
    length_ = 0;
    error_ = Error::none;
    framed_ = framed;
    skipping_ = false;
    ended_ = false;
}

void LineReader::begin_if_ended() {
    if (ended_) {
        begin(false);
    }
}

bool LineReader::has_something() const {
    return length_ != 0 || framed_ || error_ != Error::none;
}

// The first fault of a line is the one that is told.
void LineReader::spoil(Error error) {
    if (!skipping_) {
        error_ = error;
        skipping_ = true;
    }
}

LineReader::Event LineReader::end() {
    ended_ = true;
    if (error_ != Error::none) {
        return Event::bad;
    }
    if (skipping_ || (length_ == 0 && !framed_)) {
        return Event::none;
    }
    text_[length_] = '\0';
    return Event::line;
}

LineReader::Event LineReader::receive(uint8_t byte) {
    begin_if_ended();
    if (byte == '\n' || byte == '\r') {
        return end();
    }
    if (byte == ':') {
        const bool something = has_something();
        begin(true);
        return something ? Event::dropped : Event::none;
    }
    if (byte < ' ' || byte > '~') {
        spoil(Error::bad_character);
    } else if (length_ + (framed_ ? 1 : 0) == MAX_LINE_IN) {
        spoil(Error::line_too_long);
    } else if (!skipping_) {
        text_[length_++] = static_cast<char>(byte);
    }
    return Event::none;
}

bool LineReader::drop() {
    begin_if_ended();
    if (skipping_ && error_ == Error::none) {
        return false; // already given up
    }
    const bool something = has_something();
    begin(false);
    skipping_ = something;
    return something;
}

void LineReader::lost_byte() {
    begin_if_ended();
    spoil(Error::bad_checksum);
}

} // namespace servoarm
