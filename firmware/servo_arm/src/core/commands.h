// A line's text -> verb and numbers.
#pragma once

#include <stdint.h>

#include "errors.h"
#include "flash_text.h"

namespace servoarm {

// In the order of the table in commands.cpp.
enum class Verb : uint8_t {
    hello,
    open,
    status,
    pose,
    attach,
    relax,
    move,
    stop,
    joint,
    servo,
    frame,
    watchdog,
    first,
    defaults,
    save,
    counters,
    unknown,
};

FlashText verb_name(Verb verb);
// Its first number is a joint.
inline bool names_joint(Verb verb) {
    return verb == Verb::joint || verb == Verb::servo;
}

const uint8_t MAX_NUMBERS = 7;

struct Command {
    Verb verb;
    uint8_t count;
    int32_t numbers[MAX_NUMBERS];
};

// Reads verb and numbers and checks their count; hello's count is left to the caller (it differs
// between typed and framed). command.verb is right whatever the error.
Error parse_command(const char *text, Command &command);

// Reads an unsigned decimal number of at most nine digits; moves `text` behind it. False when there
// is none.
bool parse_digits(const char *&text, uint32_t &value);

} // namespace servoarm
