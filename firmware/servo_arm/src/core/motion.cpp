#include "motion.h"

#include "pulse_map.h"

namespace servoarm {
namespace {

bool within_limits(const Settings &settings, uint8_t joint, int32_t theta) {
    return theta >= settings.joint(joint, JointSetting::lower) &&
           theta <= settings.joint(joint, JointSetting::upper);
}

Error check_target(const Settings &settings, int32_t shoulder, int32_t elbow) {
    if (!within_limits(settings, SHOULDER, shoulder)) {
        return Error::shoulder_limit;
    }
    return within_limits(settings, ELBOW, elbow) ? Error::none : Error::elbow_limit;
}

} // namespace

Error Motion::pose(const Settings &settings, int32_t shoulder, int32_t elbow) {
    if (state_ != State::relaxed) {
        return state_ == State::fault ? Error::fault : Error::attached;
    }
    if (!settings.consistent()) {
        return Error::bad_settings;
    }
    const Error error = check_target(settings, shoulder, elbow);
    if (error == Error::none) {
        joints_[SHOULDER].place(shoulder);
        joints_[ELBOW].place(elbow);
        pose_known_ = true;
    }
    return error;
}

Error Motion::attach(const Settings &settings) {
    if (state_ != State::relaxed) {
        return state_ == State::fault ? Error::fault : Error::none;
    }
    if (!pose_known_) {
        return Error::pose_unknown;
    }
    if (!settings.consistent()) {
        return Error::bad_settings;
    }
    // the limits may have changed since the pose was said
    const Error error =
        check_target(settings, joints_[SHOULDER].position(), joints_[ELBOW].position());
    if (error != Error::none) {
        return error;
    }
    for (uint8_t i = 0; i < JOINTS; ++i) {
        joints_[i].set_limits(static_cast<uint32_t>(settings.joint(i, JointSetting::speed)),
                              static_cast<uint32_t>(settings.joint(i, JointSetting::acceleration)),
                              static_cast<uint16_t>(settings.arm(ArmSetting::frame_us)));
    }
    first_move_ = true;
    state_ = State::holding;
    return Error::none;
}

Error Motion::move(const Settings &settings, int32_t shoulder, int32_t elbow, uint8_t percent) {
    if (state_ == State::relaxed || state_ == State::fault) {
        return state_ == State::fault ? Error::fault : Error::relaxed;
    }
    const Error error = check_target(settings, shoulder, elbow);
    if (error != Error::none) {
        return error;
    }
    const uint8_t first = static_cast<uint8_t>(settings.arm(ArmSetting::first_percent));
    if (first_move_ && percent > first) {
        percent = first;
    }
    joints_[SHOULDER].go(shoulder, percent);
    joints_[ELBOW].go(elbow, percent);
    state_ = State::moving;
    return Error::none;
}

void Motion::stop() {
    if (state_ == State::moving) {
        joints_[SHOULDER].stop();
        joints_[ELBOW].stop();
        state_ = State::stopping;
    }
}

void Motion::relax() {
    enter_without_pulses(State::relaxed);
}

void Motion::enter_without_pulses(State state) {
    state_ = state;
    pose_known_ = false;
    first_move_ = false;
    for (uint8_t i = 0; i < JOINTS; ++i) {
        ticks_[i] = 0;
        joints_[i].place(0);
    }
}

void Motion::step(const Settings &settings) {
    if (state_ == State::relaxed || state_ == State::fault) {
        return;
    }
    const bool shoulder_moves = joints_[SHOULDER].step();
    const bool elbow_moves = joints_[ELBOW].step();
    if (!at_rest() && !shoulder_moves && !elbow_moves) {
        if (state_ == State::moving) {
            first_move_ = false;
        }
        state_ = State::holding;
    }
    update_pulses(settings);
}

// The last line of defence: a pulse outside its servo's range never goes out, whatever went wrong
// before.
void Motion::update_pulses(const Settings &settings) {
    uint16_t ticks[JOINTS];
    for (uint8_t i = 0; i < JOINTS; ++i) {
        ticks[i] = pulse_ticks(settings, i, joints_[i].position());
        if (ticks[i] < 2 * settings.joint(i, JointSetting::lo_us) ||
            ticks[i] > 2 * settings.joint(i, JointSetting::hi_us)) {
            enter_without_pulses(State::fault);
            return;
        }
    }
    ticks_[SHOULDER] = ticks[SHOULDER];
    ticks_[ELBOW] = ticks[ELBOW];
}

} // namespace servoarm
