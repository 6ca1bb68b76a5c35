// What each verb does (PROTOCOL.md, "Verbs").
#include "core.h"

#include "version.h"

namespace servoarm {

Error Core::check_framed_hello(const Command &command) const {
    if (command.count == 0) {
        return Error::wrong_count;
    }
    if (command.numbers[0] != PROTOCOL_MAJOR) {
        return Error::protocol_version;
    }
    if (command.count == 1) {
        return Error::wrong_count;
    }
    return command.numbers[1] < 0 || command.numbers[1] > UINT16_MAX ? Error::out_of_range
                                                                     : Error::none;
}

Error Core::perform(const Command &command, int32_t to) {
    const int32_t *numbers = command.numbers;
    switch (command.verb) {
    case Verb::hello:
        if (to == PLAIN) {
            return command.count == 0 ? Error::none : Error::wrong_count;
        }
        session_.found();
        return Error::none;
    case Verb::open:
        session_.end();
        motion_.stop();
        return Error::none;
    case Verb::pose:
        return motion_.pose(settings_, numbers[0], numbers[1]);
    case Verb::attach:
        return motion_.attach(settings_);
    case Verb::relax:
        motion_.relax();
        return Error::none;
    case Verb::move:
        return perform_move(command, to);
    case Verb::stop:
        motion_.stop();
        return Error::none;
    case Verb::joint:
        return perform_joint_setting(command, JointSetting::lower);
    case Verb::servo:
        return perform_joint_setting(command, JointSetting::pin);
    case Verb::frame:
        return change_settings(Settings::place(ArmSetting::frame_us), command.count, numbers);
    case Verb::watchdog:
        return change_settings(Settings::place(ArmSetting::watchdog_ms), command.count, numbers);
    case Verb::first:
        return change_settings(Settings::place(ArmSetting::first_percent), command.count, numbers);
    case Verb::defaults:
        return restore_defaults();
    case Verb::save:
        return save();
    default: // status, counters: an answer is all
        return Error::none;
    }
}

Error Core::perform_move(const Command &command, int32_t to) {
    const int32_t percent = command.count == 3 ? command.numbers[2] : 100;
    if (percent < 1 || percent > 100) {
        return Error::out_of_range;
    }
    const Error error = motion_.move(settings_, command.numbers[0], command.numbers[1],
                                     static_cast<uint8_t>(percent));
    if (error == Error::none && to == PLAIN) {
        session_.found();
    }
    return error;
}

Error Core::perform_joint_setting(const Command &command, JointSetting first) {
    const int32_t joint = command.numbers[0];
    if (joint < 1 || joint > JOINTS) {
        return Error::out_of_range;
    }
    return change_settings(Settings::place(static_cast<uint8_t>(joint - 1), first),
                           static_cast<uint8_t>(command.count - 1), command.numbers + 1);
}

// No values: the verb only asks.
Error Core::change_settings(uint8_t first, uint8_t count, const int32_t *values) {
    if (count == 0) {
        return Error::none;
    }
    const Error error = may_change_settings();
    if (error != Error::none) {
        return error;
    }
    bool changed = false;
    for (uint8_t i = 0; i < count; ++i) {
        changed = changed || settings_.at(static_cast<uint8_t>(first + i)) != values[i];
    }
    if (!settings_.change(board_, first, count, values)) {
        return Error::out_of_range;
    }
    unsaved_ = unsaved_ || changed;
    return Error::none;
}

Error Core::may_change_settings() const {
    if (motion_.state() != State::relaxed) {
        return motion_.state() == State::fault ? Error::fault : Error::attached;
    }
    return storing_ ? Error::busy : Error::none;
}

Error Core::restore_defaults() {
    const Error error = may_change_settings();
    if (error == Error::none) {
        settings_.set_defaults(board_);
        unsaved_ = true;
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
    storing_ = storing_ || unsaved_ || source_ != Source::stored;
    return Error::none;
}

} // namespace servoarm
