#include "core.h"

#include "version.h"

namespace servoarm {
namespace {

SERVOARM_ONCE void count(uint16_t &counter) {
    if (counter != UINT16_MAX) {
        ++counter;
    }
}

} // namespace

void Core::start(ResetReason reason, const uint8_t *stored, uint16_t size) {
    reset_reason_ = reason;
    source_ = settings_.load(board_, stored, size);
    reply_.begin(To::typist, 0);
    write_identity();
    write_reset();
    reply_.end();
}

void Core::receive(uint8_t byte) {
    if (byte == '!' || byte == '^') {
        if (byte == '!') {
            motion_.stop();
        } else {
            motion_.relax();
        }
        if (reader_.drop()) {
            count(bad_lines_);
        }
        send_status();
        return;
    }
    if (byte == '?') {
        session_.heard();
        send_status();
        return;
    }
    const LineReader::Event event = reader_.receive(byte);
    if (event == LineReader::Event::dropped) {
        count(bad_lines_);
    } else if (event != LineReader::Event::none) {
        to_ = reader_.framed() ? To::host : everyone();
        if (event == LineReader::Event::bad) {
            refuse_line(reader_.error());
        } else if (reader_.framed()) {
            take_framed_line();
        } else {
            take_typed_line();
        }
        report_state();
    }
}

void Core::overrun() {
    count(overruns_);
    reader_.lost_byte();
}

void Core::frame() {
    if (session_.silent(settings_.frame_us(), settings_.watchdog_ms())) {
        motion_.stop();
        if (motion_.state() == State::holding && settings_.relaxes_when_lost()) {
            motion_.relax();
        }
    }
    motion_.step(settings_);
    report_state();
}

uint16_t Core::pulse_ticks(uint8_t channel) const {
    const bool shoulder = settings_.joint(SHOULDER).pin() == board_.pins[channel];
    return motion_.ticks(shoulder ? SHOULDER : ELBOW);
}

void Core::stored() {
    storing_ = false;
    unsaved_ = false;
    source_ = Source::stored;
}

void Core::take_typed_line() {
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
        refuse_line(Error::host_connected);
    } else {
        to_ = To::typist;
        obey(command, error);
    }
}

void Core::take_framed_line() {
    Frame line;
    Error error = unframe(reader_.text(), reader_.length(), line);
    if (error != Error::none) {
        refuse_line(error);
        return;
    }
    to_ = To::sender;
    sequence_ = line.sequence;
    Command command;
    error = parse_command(line.text, command);
    const bool hello = command.verb == Verb::hello;
    if (hello && error == Error::none) {
        error = check_framed_hello(command);
    }
    if (hello && error != Error::none) {
        refuse(error);
        return;
    }
    const uint16_t nonce = static_cast<uint16_t>(command.numbers[1]);
    if (hello && !session_.is(nonce)) {
        session_.begin(nonce, sequence_);
        motion_.stop();
    } else {
        const Error refusal = session_.accept(sequence_);
        if (refusal != Error::none) {
            refuse_line(refusal);
            return;
        }
    }
    session_.heard();
    obey(command, error);
}

void Core::refuse_line(Error error) {
    count(bad_lines_);
    refuse(error);
}

void Core::obey(Command &command, Error error) {
    if (error == Error::none) {
        error = perform(command);
    }
    if (error == Error::none) {
        confirm(command);
    } else {
        refuse(error);
    }
}

// Told as soon as there is room: a state's change is never lost to a full buffer.
void Core::report_state() {
    if (motion_.state() != reported_ && reply_.has_room()) {
        send_status();
    }
}

void Core::send_status() {
    reply_.begin(everyone(), 0);
    reply_.text(SERVOARM_TEXT("status"));
    write_status();
    if (reply_.end()) {
        reported_ = motion_.state();
    }
}

} // namespace servoarm
