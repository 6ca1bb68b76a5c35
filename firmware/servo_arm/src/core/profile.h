// One joint's motion: limited in velocity and acceleration, a step a servo frame, retargetable at
// any time.
//
// Positions are in units of 1/8192 centidegree, velocities in units a frame, so everything fits 32
// bits. The velocity changes by at most a in a frame.
//
// A joint that takes the velocity u in this frame, and then brakes by a in every frame, travels
//
//     S(u) = u + (u - a) + (u - 2a) + ...        (the positive terms)
//
// so S(u) = u + S(u - a). Each frame takes the greatest velocity u towards the goal with
// S(u) <= d, where d is the distance to it; at most the speed limit, and at most a away from the
// velocity before. Two things follow.
//
// 1. From rest to rest it never overshoots, and it ends exactly on the goal.
//    A frame with S(u) <= d leaves the distance d - u, and S(u - a) = S(u) - u <= d - u: the next
//    frame can brake in time, and so can each one after it. Where d <= a the greatest u is d
//    itself, for S(d) = d: the last step is the distance.
//
// 2. It never leaves the joint's limits, wherever it is retargeted.
//    Say that it lands where full braking would bring it to a stand. A frame of full braking
//    lands where the frame before would have landed. Any other frame takes a velocity with
//    S(u) <= d, so it lands at a goal or before it, and every goal lies within the limits.
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
    bool step();

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
