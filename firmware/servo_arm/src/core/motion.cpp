#include "motion.h"

#include "pulse_map.h"

namespace servoarm {
namespace {

bool reaches(JointSettings joint, int32_t theta) {
    return theta >= joint.lower() && theta <= joint.upper();
}

Error check_target(const Settings &settings, const int32_t *target) {
    if (!reaches(settings.joint(SHOULDER), target[SHOULDER])) {
        return Error::shoulder_limit;
    }
    return reaches(settings.joint(ELBOW), target[ELBOW]) ? Error::none : Error::elbow_limit;
}

Error check_pose(const Settings &settings, const int32_t *pose) {
    return settings.consistent() ? check_target(settings, pose) : Error::bad_settings;
}

void take_limits(Profile &profile, JointSettings joint, uint16_t frame_us) {
    profile.set_limits(static_cast<uint32_t>(joint.speed()),
                       static_cast<uint32_t>(joint.acceleration()), frame_us);
}

} // namespace

Error Motion::while_relaxed() const {
    if (state_ == State::relaxed) {
        return Error::none;
    }
    return state_ == State::fault ? Error::fault : Error::attached;
}

Error Motion::pose(const Settings &settings, const int32_t *target) {
    Error error = while_relaxed();
    if (error == Error::none) {
        error = check_pose(settings, target);
    }
    if (error == Error::none) {
        pose_known_ = true;
        for (uint8_t i = 0; i < JOINTS; ++i) {
            joints_[i].place(target[i]);
        }
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
    for (uint8_t i = 0; i < JOINTS; ++i) {
        take_limits(joints_[i], settings.joint(i), settings.frame_us());
    }
    first_move_ = true;
    state_ = State::holding;
    return Error::none;
}

Error Motion::move(const Settings &settings, const int32_t *target, uint8_t percent) {
    if (state_ == State::relaxed || state_ == State::fault) {
        return state_ == State::fault ? Error::fault : Error::relaxed;
    }
    const Error error = check_target(settings, target);
    if (error == Error::none) {
        const uint8_t first = settings.first_percent();
        if (first_move_ && percent > first) {
            percent = first;
        }
        for (uint8_t i = 0; i < JOINTS; ++i) {
            joints_[i].go(target[i], percent);
        }
        state_ = State::moving;
    }
    return error;
}

void Motion::stop() {
    if (state_ == State::moving) {
        for (uint8_t i = 0; i < JOINTS; ++i) {
            joints_[i].stop();
        }
        state_ = State::stopping;
    }
}

void Motion::relax() {
    end_pulses(State::relaxed);
}

void Motion::end_pulses(State state) {
    state_ = state;
    pose_known_ = false;
    first_move_ = false;
    under_way_ = false;
    for (uint8_t i = 0; i < JOINTS; ++i) {
        ticks_[i] = 0;
        joints_[i].place(0);
    }
}

void Motion::step(const Settings &settings) {
    if (state_ == State::relaxed || state_ == State::fault) {
        return;
    }
    bool under_way = false;
    for (uint8_t i = 0; i < JOINTS; ++i) {
        under_way = joints_[i].step() || under_way;
    }
    if (!under_way) {
        if (state_ == State::moving && under_way_) {
            first_move_ = false;
        }
        state_ = State::holding;
    }
    under_way_ = under_way;
    update_pulses(settings);
}

// The last line of defence: a pulse outside its servo's range never goes out, whatever went wrong
// before; and no joint gets a pulse that the other does not get too.
void Motion::update_pulses(const Settings &settings) {
    for (uint8_t i = 0; i < JOINTS; ++i) {
        ticks_[i] = pulse_ticks(settings.joint(i), joints_[i].position());
        if (ticks_[i] == 0) {
            end_pulses(State::fault);
            return;
        }
    }
}

} // namespace servoarm
