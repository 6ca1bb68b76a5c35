#include "core.h"

#include "count.h"
#include "version.h"

namespace servoarm {

void Core::start(const Board &board, ResetReason reason, ReadStored read) {
    board_ = board;
    reset_reason_ = reason;
    source_ = store_.restore(settings_, board_, read);
    reply_.begin(To::typist, 0);
    write_identity();
    write_reset();
    reply_.end();
}

void Core::receive(uint8_t byte) {
    if (byte == '!' || byte == '^' || byte == '?') {
        obey_realtime(byte);
        return;
    }
    const LineReader::Event event = reader_.receive(byte);
    if (event == LineReader::Event::dropped) {
        count(bad_lines_);
    } else if (event != LineReader::Event::none) {
        take_line();
        reader_.begin();
        report_state();
    }
}

void Core::overrun() {
    count(overruns_);
    reader_.lost_byte();
}

void Core::overtaken(bool cut_line) {
    count(overruns_);
    reader_.overtaken(cut_line);
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
    const bool crossed = settings_.joint(SHOULDER).pin() != board_.pins[0];
    return motion_.ticks(crossed ? 1 - channel : channel);
}

void Core::stored() {
    store_.done();
    storing_ = false;
    unsaved_ = false;
    source_ = Source::stored;
}

void Core::take_line() {
    const bool framed = reader_.framed();
    Frame line = {0, reader_.text()};
    to_ = framed ? To::host : everyone();
    Error refusal = reader_.error();
    if (framed && refusal == Error::none) {
        refusal = unframe(reader_.text(), reader_.length(), reader_.crc(), line);
    }
    if (refusal != Error::none) {
        refuse_line(refusal);
        return;
    }
    Command command;
    Error error = parse_command(line.text, command);
    if (framed) {
        to_ = To::sender;
        sequence_ = line.sequence;
        refusal = admit(command, error);
    } else if (session_.strict() && (error != Error::none || command.verb != Verb::open)) {
        refusal = Error::host_connected;
    } else {
        to_ = To::typist;
    }
    if (refusal != Error::none) {
        refuse_line(refusal);
    } else {
        obey(command, error);
    }
}

// A framed line counts under a newer sequence number. A good hello of a new session begins it; a
// bad one leaves all as it is.
Error Core::admit(const Command &command, Error &error) {
    if (command.verb == Verb::hello) {
        if (error == Error::none) {
            error = check_framed_hello(command);
        }
        if (error != Error::none) {
            return Error::none;
        }
        const uint16_t nonce = static_cast<uint16_t>(command.numbers[1]);
        if (!session_.is(nonce)) {
            session_.begin(nonce, sequence_);
            motion_.stop();
            return Error::none;
        }
    }
    return session_.accept(sequence_);
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

// They may come thick: while there is no room their answers are one, and cost nothing.
void Core::obey_realtime(uint8_t byte) {
    if (byte == '?') {
        session_.heard();
    } else {
        if (byte == '!') {
            motion_.stop();
        } else {
            motion_.relax();
        }
        if (reader_.drop()) {
            count(bad_lines_);
        }
    }
    status_asked_ = true;
    report_state();
}

// Told as soon as there is room: a state's change is never lost to a full buffer.
void Core::report_state() {
    if ((status_asked_ || motion_.state() != reported_) && reply_.has_room()) {
        send_status();
    }
}

void Core::send_status() {
    reply_.begin(everyone(), 0);
    reply_.text(SERVOARM_TEXT("status"));
    write_status();
    reply_.end();
    reported_ = motion_.state();
    status_asked_ = false;
}

} // namespace servoarm
