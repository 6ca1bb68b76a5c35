// The arm's state machine: where it is, where it goes, and the pulses of both servos.
#pragma once

#include <stdint.h>

#include "errors.h"
#include "profile.h"
#include "settings.h"

namespace servoarm {

enum class State : uint8_t { relaxed, holding, moving, stopping, fault };

class Motion {
public:
    // Each is refused with an error that changes nothing, or done (Error::none). Targets are two
    // angles in centidegrees, shoulder and elbow.
    Error pose(const Settings &settings, const int32_t *target);
    Error attach(const Settings &settings);
    Error move(const Settings &settings, const int32_t *target, uint8_t percent);
    void stop();
    void relax();

    // One servo frame: both joints step, then both pulses change together.
    void step(const Settings &settings);

    State state() const { return state_; }
    bool at_rest() const { return state_ != State::moving && state_ != State::stopping; }
    // Settings may change, and a pose be said: Error::none, or why not.
    Error while_relaxed() const;
    bool pose_known() const { return pose_known_; }
    bool first_move() const { return first_move_; }
    uint16_t ticks(uint8_t joint) const { return ticks_[joint]; }
    const Profile &joint(uint8_t joint) const { return joints_[joint]; }

private:
    void end_pulses(State state);
    void update_pulses(const Settings &settings);

    Profile joints_[JOINTS];
    uint16_t ticks_[JOINTS];
    State state_;
    bool pose_known_;
    bool first_move_; // from attach until a move has arrived that was one
    bool under_way_;  // in the last frame
};

} // namespace servoarm
