#include "pulse_map.h"

namespace servoarm {
namespace {

const uint16_t LEAST_TICKS = 2 * LEAST_PULSE_US;
const uint16_t MOST_TICKS = 2 * MOST_PULSE_US;

} // namespace

uint16_t pulse_ticks(JointSettings joint, int32_t theta) {
    const uint32_t travel = static_cast<uint32_t>(joint.travel());
    // below 0 is far above any travel
    const uint32_t servo =
        static_cast<uint32_t>(joint.zero() + (joint.reversed() ? -theta : theta));
    if (servo > travel) {
        return 0;
    }
    const uint16_t lo = static_cast<uint16_t>(2 * joint.lo_us());
    const uint16_t span = static_cast<uint16_t>(2 * joint.hi_us() - lo);
    const uint32_t above = (servo * span + travel / 2) / travel;
    const uint16_t ticks = static_cast<uint16_t>(lo + above);
    return ticks < LEAST_TICKS || ticks > MOST_TICKS ? 0 : ticks;
}

} // namespace servoarm
