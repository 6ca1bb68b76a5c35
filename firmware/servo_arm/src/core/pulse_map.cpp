#include "pulse_map.h"

#include "settings.h"

namespace servoarm {

uint16_t pulse_ticks(const Settings &settings, uint8_t joint, int32_t theta) {
    const int32_t lo = 2 * settings.joint(joint, JointSetting::lo_us);
    const int32_t hi = 2 * settings.joint(joint, JointSetting::hi_us);
    const int32_t travel = settings.joint(joint, JointSetting::travel);
    const int32_t turned = settings.joint(joint, JointSetting::direction) < 0 ? -theta : theta;
    const int32_t servo = settings.joint(joint, JointSetting::zero) + turned;
    if (servo < 0 || servo > travel || travel == 0) {
        return 0;
    }
    return static_cast<uint16_t>(lo + (servo * (hi - lo) + travel / 2) / travel);
}

} // namespace servoarm
