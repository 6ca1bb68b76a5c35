// What each verb does (PROTOCOL.md, "Verbs").
#include "core.h"

#include "version.h"

namespace servoarm {
// Where the values stand that a verb asks for or sets.
Core::Span Core::span(const Command &command) {
    const uint8_t joint = command.numbers[0] == 2 ? JOINT_SETTINGS : 0; // the elbow's come second
    switch (command.verb) {
    case Verb::joint:
        return {static_cast<uint8_t>(JOINTS_PLACE + LIMIT_OFFSET + joint),
                JOINT_SETTINGS - LIMIT_OFFSET};
    case Verb::servo:
        return {static_cast<uint8_t>(JOINTS_PLACE + SERVO_OFFSET + joint),
                LIMIT_OFFSET - SERVO_OFFSET};
    case Verb::frame:
        return {FRAME_PLACE, 1};
    case Verb::watchdog:
        return {WATCHDOG_PLACE, 2};
    case Verb::first:
        return {FIRST_PLACE, 1};
    default:
        return {0, 0};
    }
}

Error Core::check_framed_hello(const Command &command) {
    if (command.count != 0 && command.numbers[0] != PROTOCOL_MAJOR) {
        return Error::protocol_version;
    }
    if (command.count < 2) {
        return Error::wrong_count;
    }
    return command.numbers[1] < 0 || command.numbers[1] > UINT16_MAX ? Error::out_of_range
                                                                     : Error::none;
}

Error Core::perform(Command &command) {
    switch (command.verb) {
    case Verb::hello:
        if (to_ == To::typist) {
            return command.count == 0 ? Error::none : Error::wrong_count;
        }
        session_.found();
        break;
    case Verb::open:
        session_.end();
        motion_.stop();
        break;
    case Verb::pose:
        return motion_.pose(settings_, command.numbers);
    case Verb::attach:
        return motion_.attach(settings_);
    case Verb::relax:
        motion_.relax();
        break;
    case Verb::move:
        return move(command);
    case Verb::stop:
        motion_.stop();
        break;
    case Verb::joint:
    case Verb::servo:
    case Verb::frame:
    case Verb::watchdog:
    case Verb::first:
        return set(command);
    case Verb::defaults:
        return restore_defaults();
    case Verb::save:
        return save();
    default: // status, counters: an answer is all
        break;
    }
    return Error::none;
}

Error Core::move(const Command &command) {
    const int32_t percent = command.count == 3 ? command.numbers[2] : 100;
    if (percent < 1 || percent > 100) {
        return Error::out_of_range;
    }
    const Error error = motion_.move(settings_, command.numbers, static_cast<uint8_t>(percent));
    if (error == Error::none && to_ == To::typist) {
        session_.found();
    }
    return error;
}

Error Core::set(Command &command) {
    const uint8_t before = names_joint(command.verb) ? 1 : 0;
    if (before != 0 && command.numbers[0] != 1 && command.numbers[0] != 2) {
        return Error::out_of_range;
    }
    if (command.count == before) {
        return Error::none; // it only asks
    }
    const Error error = may_change_settings();
    if (error != Error::none) {
        return error;
    }
    const Span place = span(command);
    const Settings::Exchange done =
        settings_.exchange(board_, place.first, place.count, command.numbers + before);
    if (done == Settings::Exchange::refused) {
        return Error::out_of_range;
    }
    if (done == Settings::Exchange::changed) {
        settings_changed();
    }
    return Error::none;
}

Error Core::may_change_settings() const {
    const Error error = motion_.while_relaxed();
    return error == Error::none && storing_ ? Error::busy : error;
}

// A pose is checked against the settings; under others it must be said again.
void Core::settings_changed() {
    unsaved_ = true;
    motion_.relax();
}

Error Core::restore_defaults() {
    const Error error = may_change_settings();
    if (error == Error::none) {
        settings_.set_defaults(board_);
        settings_changed();
    }
    return error;
}

// Asking twice, or with nothing to store, costs the storage no write.
Error Core::save() {
    if (!motion_.at_rest()) {
        return Error::moving;
    }
    if (!settings_.consistent()) {
        return Error::bad_settings;
    }
    if (!storing_ && (unsaved_ || source_ != Source::stored)) {
        store_.begin(settings_);
        storing_ = true;
    }
    return Error::none;
}

} // namespace servoarm
