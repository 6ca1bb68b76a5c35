#include "pulse_map.h"

namespace servoarm {
namespace {

// The range of LO and HI.
const uint16_t LEAST_TICKS = 2 * 300;
const uint16_t MOST_TICKS = 2 * 2800;

} // namespace

uint16_t pulse_ticks(const JointSettings &joint, int32_t theta) {
    const int32_t travel = joint.travel();
    const int32_t servo = joint.zero() + (joint.reversed() ? -theta : theta);
    if (servo < 0 || servo > travel || travel == 0) {
        return 0;
    }
    const uint16_t lo = static_cast<uint16_t>(2 * joint.lo_us());
    const uint16_t span = static_cast<uint16_t>(2 * joint.hi_us() - lo);
    const uint32_t half = static_cast<uint32_t>(travel) / 2;
    const uint32_t above =
        (static_cast<uint32_t>(servo) * span + half) / static_cast<uint32_t>(travel);
    const uint16_t ticks = static_cast<uint16_t>(lo + above);
    return ticks < LEAST_TICKS || ticks > MOST_TICKS ? 0 : ticks;
}

} // namespace servoarm
