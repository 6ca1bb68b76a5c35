#include "core.h"

#include "version.h"

namespace servoarm {
namespace {

void count(uint16_t &counter) {
    if (counter != UINT16_MAX) {
        ++counter;
    }
}

} // namespace

void Core::start(ResetReason reason, const uint8_t *stored, uint16_t size) {
    reset_reason_ = reason;
    source_ = settings_.load(board_, stored, size);
    reply_.begin(PLAIN);
    write_identity();
    write_reset();
    reply_.end();
}

void Core::receive(uint8_t byte) {
    switch (byte) {
    case '!':
    case '^':
        if (byte == '^') {
            motion_.relax();
        } else {
            motion_.stop();
        }
        if (reader_.drop()) {
            count(bad_lines_);
        }
        send_status();
        return;
    case '?':
        session_.heard();
        send_status();
        return;
    default:
        break;
    }
    switch (reader_.receive(byte)) {
    case LineReader::Event::line:
        take_line();
        break;
    case LineReader::Event::bad:
        refuse_line(reader_.framed() ? UNNUMBERED : unasked(), reader_.error());
        break;
    case LineReader::Event::dropped:
        count(bad_lines_);
        break;
    case LineReader::Event::none:
        break;
    }
    report_state();
}

void Core::overrun() {
    count(overruns_);
    reader_.lost_byte();
}

void Core::frame() {
    const uint16_t limit_ms = static_cast<uint16_t>(settings_.arm(ArmSetting::watchdog_ms));
    if (session_.silent(frame_us(), limit_ms)) {
        motion_.stop();
        if (motion_.state() == State::holding && settings_.arm(ArmSetting::watchdog_action) != 0) {
            motion_.relax();
        }
    }
    motion_.step(settings_);
    report_state();
}

uint16_t Core::pulse_ticks(uint8_t channel) const {
    const bool shoulder = settings_.joint(SHOULDER, JointSetting::pin) == board_.pins[channel];
    return motion_.ticks(shoulder ? SHOULDER : ELBOW);
}

void Core::stored() {
    storing_ = false;
    unsaved_ = false;
    source_ = Source::stored;
}

void Core::take_line() {
    if (reader_.framed()) {
        take_framed_line();
        return;
    }
    const char *text = reader_.text();
    while (*text == ' ') {
        ++text;
    }
    if (*text == '\0') {
        return;
    }
    Command command;
    const Error error = parse_command(text, command);
    const bool opens = error == Error::none && command.verb == Verb::open;
    if (session_.strict() && !opens) {
        refuse_line(UNNUMBERED, Error::host_connected);
    } else {
        obey(command, PLAIN, error);
    }
}

void Core::take_framed_line() {
    Frame frame;
    const Unframed result = unframe(reader_.text(), reader_.length(), frame);
    if (result != Unframed::fine) {
        refuse_line(UNNUMBERED,
                    result == Unframed::bad_checksum ? Error::bad_checksum : Error::bad_number);
        return;
    }
    Command command;
    Error error = parse_command(frame.text, command);
    const bool hello = command.verb == Verb::hello;
    if (hello) {
        error = error == Error::none ? check_framed_hello(command) : error;
        if (error != Error::none) {
            respond(frame.sequence, command, error);
            return;
        }
    }
    if (hello && !session_.is(static_cast<uint16_t>(command.numbers[1]))) {
        session_.begin(static_cast<uint16_t>(command.numbers[1]), frame.sequence);
        motion_.stop();
    } else if (!session_.strict()) {
        refuse_line(frame.sequence, Error::no_session);
        return;
    } else if (!session_.accept(frame.sequence)) {
        refuse_line(frame.sequence, Error::stale_sequence);
        return;
    }
    session_.heard();
    obey(command, frame.sequence, error);
}

void Core::refuse_line(int32_t to, Error error) {
    count(bad_lines_);
    respond(to, Command(), error);
}

void Core::obey(const Command &command, int32_t to, Error error) {
    if (error == Error::none) {
        error = perform(command, to);
    }
    respond(to, command, error);
}

// A dropped status line is made up for by the next; the state's change is told as soon as there is
// room.
void Core::report_state() {
    if (motion_.state() != reported_ && reply_.has_room()) {
        send_status();
    }
}

void Core::send_status() {
    reply_.begin(unasked());
    reply_.text(SERVOARM_TEXT("status"));
    write_status();
    if (reply_.end()) {
        reported_ = motion_.state();
    }
}

} // namespace servoarm
