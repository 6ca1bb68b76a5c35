// The board's lines, written into the ring of outgoing bytes: whole, or not at all.
#pragma once

#include <stdint.h>

#include "crc32.h"
#include "flash_text.h"

namespace servoarm {

const uint8_t MAX_LINE_OUT = 120; // bytes, PROTOCOL.md "Lines"

// Who a line is for, which decides its frame.
enum class To : uint8_t {
    typist, // none
    host,   // ":- ...", no request's answer
    sender, // ":SEQ ...", the answer to the request of that number
};

class Reply {
public:
    void begin(To to, uint16_t sequence);
    // Each begins with a space unless it is the line's first.
    void text(FlashText text);
    void number(int32_t value);
    void hex(uint32_t value);
    // Completes the line. When it did not fit, nothing of it goes out, and it counts as lost.
    void end();

    // The next outgoing byte, or -1. May be called from an interrupt.
    int16_t next_byte();
    bool has_room() const { return free() >= MAX_LINE_OUT; }
    uint16_t lost() const { return lost_; }

private:
    uint8_t free() const { return static_cast<uint8_t>(tail_ - head_ - 1); }
    void put(char character);
    void space();
    void hex_digits(uint32_t value);

    // 256 bytes, so that the indices wrap by themselves. Only next_byte() moves tail_, only end()
    // head_.
    volatile uint8_t bytes_[256];
    volatile uint8_t head_;
    volatile uint8_t tail_;
    uint8_t write_; // end of the line in progress
    bool framed_;
    bool first_;
    bool full_;
    uint16_t lost_;
    Crc32 crc_;
};

} // namespace servoarm
