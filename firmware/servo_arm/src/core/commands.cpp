#include "commands.h"

namespace servoarm {
namespace {

const uint8_t VERBS = static_cast<uint8_t>(Verb::unknown);

// In the order of Verb, each with its NUL.
constexpr char NAMES[] SERVOARM_FLASH =
    "hello\0open\0status\0pose\0attach\0relax\0move\0stop\0"
    "joint\0servo\0frame\0watchdog\0first\0defaults\0save\0counters";
static_assert(count_texts(NAMES) == VERBS, "a verb has no name");

// How many numbers a verb takes: one count or the other.
struct Counts {
    uint8_t one;
    uint8_t other;
};
const uint8_t ANY = 0xff; // whatever comes

// In the order of Verb.
const Counts COUNTS[] SERVOARM_FLASH = {
    {ANY, ANY}, // hello
    {0, 0},     // open
    {0, 0},     // status
    {2, 2},     // pose
    {0, 0},     // attach
    {0, 0},     // relax
    {2, 3},     // move
    {0, 0},     // stop
    {1, 5},     // joint
    {1, 7},     // servo
    {0, 1},     // frame
    {0, 2},     // watchdog
    {0, 1},     // first
    {0, 0},     // defaults
    {0, 0},     // save
    {0, 0},     // counters
};
static_assert(sizeof COUNTS / sizeof COUNTS[0] == VERBS, "a verb has no counts");

bool ends_token(char character) {
    return character == ' ' || character == '\0';
}

void skip_spaces(const char *&text) {
    while (*text == ' ') {
        ++text;
    }
}

bool starts_with(const char *text, FlashText name) {
    for (; flash_byte(name.start) != 0; ++name.start, ++text) {
        if (*text != static_cast<char>(flash_byte(name.start))) {
            return false;
        }
    }
    return ends_token(*text);
}

Verb find_verb(const char *text) {
    for (uint8_t i = 0; i < VERBS; ++i) {
        if (starts_with(text, flash_entry(FlashText{NAMES}, i))) {
            return static_cast<Verb>(i);
        }
    }
    return Verb::unknown;
}

bool parse_number(const char *&text, int32_t &value) {
    const bool negative = *text == '-';
    if (negative) {
        ++text;
    }
    uint32_t size = 0;
    if (!parse_digits(text, size) || !ends_token(*text)) {
        return false;
    }
    value = negative ? -static_cast<int32_t>(size) : static_cast<int32_t>(size);
    return true;
}

bool takes(Verb verb, uint8_t count) {
    const Counts *counts = &COUNTS[static_cast<uint8_t>(verb)];
    const uint8_t one = flash_byte(&counts->one);
    return one == ANY || count == one || count == flash_byte(&counts->other);
}

} // namespace

FlashText verb_name(Verb verb) {
    return flash_entry(FlashText{NAMES}, static_cast<uint8_t>(verb));
}

bool parse_digits(const char *&text, uint32_t &value) {
    value = 0;
    uint8_t digits = 0;
    for (; *text >= '0' && *text <= '9'; ++text) {
        if (++digits > 9) {
            return false;
        }
        value = value * 10 + static_cast<uint8_t>(*text - '0');
    }
    return digits != 0;
}

Error parse_command(const char *text, Command &command) {
    skip_spaces(text);
    command.count = 0;
    command.verb = find_verb(text);
    if (command.verb == Verb::unknown) {
        return Error::unknown_verb;
    }
    while (!ends_token(*text)) {
        ++text;
    }
    for (skip_spaces(text); *text != '\0'; skip_spaces(text)) {
        int32_t number = 0;
        if (!parse_number(text, number)) {
            return Error::bad_number;
        }
        if (command.count == MAX_NUMBERS) {
            return Error::wrong_count;
        }
        command.numbers[command.count++] = number;
    }
    if (!takes(command.verb, command.count)) {
        return Error::wrong_count;
    }
    return Error::none;
}

} // namespace servoarm
