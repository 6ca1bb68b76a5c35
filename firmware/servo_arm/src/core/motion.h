// The arm's state machine: where it is, where it goes, and the pulses of both servos.
#pragma once

#include <stdint.h>

#include "errors.h"
#include "profile.h"
#include "settings.h"

namespace servoarm {

enum class State : uint8_t { relaxed, holding, moving, streaming, stopping, fault };

class Motion {
public:
    // Each is refused with an error that changes nothing, or done (Error::none). Angles in
    // centidegrees.
    Error pose(const Settings &settings, int32_t shoulder, int32_t elbow);
    Error attach(const Settings &settings);
    Error move(const Settings &settings, int32_t shoulder, int32_t elbow, uint8_t percent);
    void stop();
    void relax();

    // One servo frame: both joints step, then both pulses change together.
    void step(const Settings &settings);

    State state() const { return state_; }
    bool at_rest() const { return state_ != State::moving && state_ != State::stopping; }
    bool pose_known() const { return pose_known_; }
    bool first_move() const { return first_move_; }
    uint16_t ticks(uint8_t joint) const { return ticks_[joint]; }
    const Profile &joint(uint8_t joint) const { return joints_[joint]; }

private:
    void enter_without_pulses(State state);
    void update_pulses(const Settings &settings);

    Profile joints_[JOINTS];
    uint16_t ticks_[JOINTS] = {0, 0};
    State state_ = State::relaxed;
    bool pose_known_ = false;
    bool first_move_ = false; // from attach until a move has arrived
};

} // namespace servoarm
