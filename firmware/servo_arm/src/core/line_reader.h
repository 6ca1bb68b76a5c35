// Received bytes -> lines. Knows where lines begin and end, not what they say.
#pragma once

#include <stdint.h>

#include "crc32.h"
#include "errors.h"

namespace servoarm {

const uint8_t MAX_LINE_IN = 60; // bytes before the line's end, PROTOCOL.md "Lines"
const uint8_t CRC_TAIL = 9;     // "*" and eight digits

class LineReader {
public:
    enum class Event : uint8_t {
        none,    // nothing to do yet
        line,    // here ends a line: text(), or why it cannot be used: error(). Then begin()
        dropped, // what stood on the line was given up for a new one
    };

    Event receive(uint8_t byte);
    // A new line.
    void begin();
    // Gives up the line in progress, if any, up to its end. True when there was one.
    bool drop();
    // Bytes were lost whose line nobody wants; what follows is the rest of one or begins a new one.
    void overtaken(bool cut_line);
    // The receiver lost a byte: the line in progress cannot be trusted.
    void lost_byte();

    bool framed() const { return text_[0] == ':'; }
    Error error() const { return error_; }
    // NUL-terminated.
    char *text() { return text_; }
    uint8_t length() const { return length_; }
    // Of what stands between ':' and the last CRC_TAIL bytes. Kept while they come: the line is
    // judged the sooner.
    uint32_t crc() const { return crc_.value(); }

private:
    bool has_something() const;

    char text_[MAX_LINE_IN + 1];
    uint8_t length_;
    Error error_; // of the rest of the line nothing is wanted any more
    Crc32 crc_;
};

} // namespace servoarm
