// One joint's motion: limited in velocity and acceleration, a step a servo frame, retargetable at
// any time.
//
// Positions are in units of 1/8192 centidegree, velocities in units a frame, so everything fits 32
// bits.
//
// Braking from velocity u by `acceleration` every frame, the joint still travels, this frame
// included,
//     S(u) = u + (u - a) + (u - 2a) + ...        (positive terms)
// Each frame takes the greatest velocity towards the goal with S(velocity) <= distance, at most the
// speed limit and at most one acceleration away from the last. Two things follow.
// - Rest to rest it never overshoots, and ends exactly on the goal: S(u) <= d leaves S(u - a) <= d
// - u, so that the
//   next frame can always brake in time; and the last step is the distance itself.
// - It never leaves the joint's limits, wherever it is retargeted: full braking lands where it
// would have landed a frame
//   before, and any other step has its landing place at or before a goal, and every goal lies
//   within the limits.
#pragma once

#include <stdint.h>

#include "flash_text.h"

namespace servoarm {

const int32_t UNITS = 8192; // in a centidegree

class Profile {
public:
    // Limits in centidegrees a second (squared); only while at rest.
    void set_limits(uint32_t speed, uint32_t acceleration, uint16_t frame_us);
    // Stands at `theta` (centidegrees), at rest.
    SERVOARM_ONCE void place(int32_t theta);
    // Heads for `theta` with `percent` of the speed limit.
    SERVOARM_ONCE void go(int32_t theta, uint8_t percent);
    // Brakes; the goal becomes the first whole centidegree at which it can stand.
    SERVOARM_ONCE void stop();
    // One frame. True while under way.
    SERVOARM_ONCE bool step();

    // Nearest centidegrees.
    int32_t position() const { return nearest(position_); }
    int32_t goal() const { return nearest(goal_); }

    int32_t position_units() const { return position_; }
    int32_t velocity_units() const { return velocity_; }
    int32_t speed_units() const { return static_cast<int32_t>(speed_); }
    int32_t acceleration_units() const { return static_cast<int32_t>(acceleration_); }

private:
    SERVOARM_ONCE static int32_t nearest(const int32_t &units);
    SERVOARM_ONCE uint32_t ramp(uint16_t count) const;
    SERVOARM_ONCE uint32_t fastest(uint32_t distance) const;

    int32_t position_;
    int32_t velocity_;
    int32_t goal_;
    uint32_t speed_;        // the limit
    uint32_t top_;          // of this move
    uint32_t acceleration_; // units a frame, a frame
};

} // namespace servoarm
