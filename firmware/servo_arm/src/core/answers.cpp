// What the board's lines say (PROTOCOL.md, "Verbs" and "The banner").
#include "core.h"

#include "version.h"

namespace servoarm {
namespace {

const uint8_t SERVO_VALUES = 6; // pin .. direction
const uint8_t JOINT_VALUES = 4; // lower .. acceleration

// In the order of State, ResetReason and Source.
const char STATES[] SERVOARM_FLASH = "relaxed\0holding\0moving\0streaming\0stopping\0fault";
const char RESETS[] SERVOARM_FLASH = "power\0brownout\0watchdog\0button\0unknown";
const char SOURCES[] SERVOARM_FLASH = "stored\0defaults\0damaged";

} // namespace

void Core::respond(int32_t to, const Command &command, Error error) {
    reply_.begin(to);
    if (error == Error::none) {
        reply_.text(SERVOARM_TEXT("ok"));
        write_answer(command);
    } else {
        write_error(error);
    }
    reply_.end();
}

void Core::write_error(Error error) {
    const uint8_t code = static_cast<uint8_t>(error);
    reply_.text(SERVOARM_TEXT("err"));
    reply_.number(code);
    reply_.text(flash_entry(FlashText{ERROR_NAMES}, static_cast<uint8_t>(code - 1)));
    if (error == Error::protocol_version) {
        reply_.number(PROTOCOL_MAJOR);
        reply_.number(PROTOCOL_MINOR);
    }
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
        write_joint(SERVOARM_TEXT("joint"), command, JointSetting::lower, JOINT_VALUES);
        break;
    case Verb::servo:
        write_joint(SERVOARM_TEXT("servo"), command, JointSetting::pin, SERVO_VALUES);
        break;
    case Verb::frame:
        reply_.text(SERVOARM_TEXT("frame"));
        write_settings(Settings::place(ArmSetting::frame_us), 1);
        break;
    case Verb::watchdog:
        reply_.text(SERVOARM_TEXT("watchdog"));
        write_settings(Settings::place(ArmSetting::watchdog_ms), 2);
        break;
    case Verb::first:
        reply_.text(SERVOARM_TEXT("first"));
        write_settings(Settings::place(ArmSetting::first_percent), 1);
        break;
    case Verb::counters:
        write_counters();
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
    reply_.text(flash_entry(FlashText{RESETS}, static_cast<uint8_t>(reset_reason_)));
}

void Core::write_hello() {
    write_identity();
    reply_.text(SERVOARM_TEXT("frame"));
    reply_.number(frame_us());
    reply_.text(SERVOARM_TEXT("queue 0 settings"));
    reply_.hex(settings_.hash());
    reply_.text(flash_entry(FlashText{SOURCES}, static_cast<uint8_t>(source_)));
    write_reset();
}

void Core::write_status() {
    reply_.text(flash_entry(FlashText{STATES}, static_cast<uint8_t>(motion_.state())));
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

void Core::write_settings(uint8_t first, uint8_t count) {
    for (uint8_t i = 0; i < count; ++i) {
        reply_.number(settings_.at(static_cast<uint8_t>(first + i)));
    }
}

void Core::write_joint(FlashText verb, const Command &command, JointSetting first, uint8_t count) {
    reply_.text(verb);
    reply_.number(command.numbers[0]);
    write_settings(Settings::place(static_cast<uint8_t>(command.numbers[0] - 1), first), count);
}

void Core::write_counters() {
    reply_.text(SERVOARM_TEXT("counters"));
    reply_.number(bad_lines_);
    reply_.number(overruns_);
    reply_.number(reply_.lost());
}

uint8_t Core::flags() const {
    return static_cast<uint8_t>((motion_.pose_known() ? 1 : 0) | (session_.host_lost() ? 2 : 0) |
                                (unsaved_ ? 4 : 0) | (motion_.first_move() ? 8 : 0) |
                                (storing_ ? 16 : 0) | (session_.strict() ? 32 : 0));
}

} // namespace servoarm
