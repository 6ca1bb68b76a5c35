// What the board's lines say (PROTOCOL.md, "Verbs" and "The banner").
#include "core.h"

#include "version.h"

namespace servoarm {
namespace {

// In the order of State, ResetReason and Source.
constexpr char STATES[] SERVOARM_FLASH = "relaxed\0holding\0moving\0stopping\0fault";
constexpr char RESETS[] SERVOARM_FLASH = "power\0brownout\0watchdog\0button\0unknown";
constexpr char SOURCES[] SERVOARM_FLASH = "stored\0defaults\0damaged";

template <size_t SIZE, class Enum> constexpr bool names_all(const char (&texts)[SIZE], Enum last) {
    return count_texts(texts) == static_cast<size_t>(last) + 1;
}
static_assert(names_all(STATES, State::fault), "a state has no name");
static_assert(names_all(RESETS, ResetReason::unknown), "a reset reason has no name");
static_assert(names_all(SOURCES, Source::damaged), "a source has no name");

} // namespace

void Core::confirm(const Command &command) {
    reply_.begin(to_, sequence_);
    reply_.text(SERVOARM_TEXT("ok"));
    write_answer(command);
    reply_.end();
}

void Core::refuse(Error error) {
    const uint8_t code = static_cast<uint8_t>(error);
    reply_.begin(to_, sequence_);
    reply_.text(SERVOARM_TEXT("err"));
    reply_.number(code);
    write_entry(ERROR_NAMES, static_cast<uint8_t>(code - 1));
    if (error == Error::protocol_version) {
        reply_.text(SERVOARM_TEXT(SERVOARM_PROTOCOL_NUMBERS));
    }
    reply_.end();
}

void Core::write_entry(const char *texts, uint8_t index) {
    reply_.text(flash_entry(FlashText{texts}, index));
}

void Core::write_answer(const Command &command) {
    switch (command.verb) {
    case Verb::hello:
        write_hello();
        break;
    case Verb::status:
        write_status();
        break;
    case Verb::joint:
    case Verb::servo:
    case Verb::frame:
    case Verb::watchdog:
    case Verb::first:
        write_settings(command);
        break;
    case Verb::counters:
        reply_.text(verb_name(Verb::counters));
        reply_.number(bad_lines_);
        reply_.number(overruns_);
        reply_.number(reply_.lost());
        break;
    default:
        break;
    }
}

void Core::write_identity() {
    reply_.text(SERVOARM_TEXT("servoarm " SERVOARM_FIRMWARE_VERSION
                              " protocol " SERVOARM_PROTOCOL_VERSION));
}

void Core::write_reset() {
    reply_.text(SERVOARM_TEXT("reset"));
    write_entry(RESETS, static_cast<uint8_t>(reset_reason_));
}

void Core::write_hello() {
    write_identity();
    reply_.text(SERVOARM_TEXT("frame"));
    reply_.number(frame_us());
    reply_.text(SERVOARM_TEXT("queue 0 settings"));
    reply_.hex(settings_.hash());
    write_entry(SOURCES, static_cast<uint8_t>(source_));
    write_reset();
}

void Core::write_status() {
    write_entry(STATES, static_cast<uint8_t>(motion_.state()));
    for (uint8_t i = 0; i < JOINTS; ++i) {
        reply_.number(motion_.joint(i).position());
    }
    for (uint8_t i = 0; i < JOINTS; ++i) {
        reply_.number(motion_.joint(i).goal());
    }
    for (uint8_t i = 0; i < JOINTS; ++i) {
        reply_.number(motion_.ticks(i));
    }
    reply_.number(0); // free places of the setpoint queue: there is none yet
    reply_.number(flags());
}

void Core::write_settings(const Command &command) {
    reply_.text(verb_name(command.verb));
    if (names_joint(command.verb)) {
        reply_.number(command.numbers[0]);
    }
    const Span place = span(command);
    for (uint8_t i = 0; i < place.count; ++i) {
        reply_.number(settings_.at(static_cast<uint8_t>(place.first + i)));
    }
}

uint8_t Core::flags() const {
    return static_cast<uint8_t>((motion_.pose_known() ? 1 : 0) | (session_.host_lost() ? 2 : 0) |
                                (unsaved_ ? 4 : 0) | (motion_.first_move() ? 8 : 0) |
                                (storing_ ? 16 : 0) | (session_.strict() ? 32 : 0));
}

} // namespace servoarm
