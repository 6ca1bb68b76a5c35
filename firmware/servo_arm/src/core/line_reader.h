// Received bytes -> lines. Knows where lines begin and end, not what they say.
#pragma once

#include <stdint.h>

#include "errors.h"

namespace servoarm {

const uint8_t MAX_LINE_IN = 60; // bytes before the line's end, PROTOCOL.md "Lines"

class LineReader {
public:
    enum class Event : uint8_t {
        none,    // nothing to do yet
        line,    // text() is a whole line, until the next receive()
        bad,     // the line that ends here is unusable: error()
        dropped, // what stood on the line was given up for a new one
    };

    Event receive(uint8_t byte);
    // Gives up the line in progress, if any, up to its end. True when there was one.
    bool drop();
    // The receiver lost a byte: the line in progress cannot be trusted.
    void lost_byte();

    bool framed() const { return framed_; }
    Error error() const { return error_; }
    // Without the ':' of a framed line; NUL-terminated.
    char *text() { return text_; }
    uint8_t length() const { return length_; }

private:
    SERVOARM_ONCE void begin(bool framed);
    SERVOARM_ONCE void begin_if_ended();
    SERVOARM_ONCE bool has_something() const;
    Event end();
    void spoil(Error error);

    char text_[MAX_LINE_IN + 1];
    uint8_t length_;
    Error error_;
    bool framed_;
    bool skipping_; // the rest of the line is of no interest
    bool ended_;    // the next byte begins a line
};

} // namespace servoarm
