// Who drives: anyone who types (open), or one host whose framed lines are checked and whose silence
// is noticed (strict).
#pragma once

#include <stdint.h>

#include "errors.h"
#include "flash_text.h"

namespace servoarm {

// A framed line whose CRC is right.
struct Frame {
    uint16_t sequence;
    const char *text; // behind the sequence number
};

// Takes `:SEQ VERB NUMBERS*CRC` apart, where `crc` is that of what stands between ':' and '*'; cuts
// `line` there. An error when the sequence number cannot be trusted.
Error unframe(char *line, uint8_t length, uint32_t crc, Frame &frame);

class Session {
public:
    bool strict() const { return strict_; }
    bool is(uint16_t nonce) const { return strict_ && nonce == nonce_; }
    void begin(uint16_t nonce, uint16_t sequence);
    void end() { strict_ = false; }

    // Error::none, and remembered, when a session is on and `sequence` is newer than the last.
    Error accept(uint16_t sequence);

    // The watchdog. heard() at a sign of life; silent() once a frame: true while the silence is at
    // least `limit_ms` (0: never). The frame under way at a sign of life does not count.
    void heard() { silent_frames_ = 0; }
    bool silent(uint16_t frame_us, uint16_t limit_ms);

    // Set by silence, until a hello or a typed move.
    bool host_lost() const { return host_lost_; }
    void found() { host_lost_ = false; }

private:
    uint16_t silent_frames_;
    uint16_t nonce_;
    uint16_t last_;
    bool strict_;
    bool host_lost_;
};

} // namespace servoarm
