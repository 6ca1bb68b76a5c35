#include "heartbeat.h"
#include "mcu.h"

namespace servoarm {
namespace {

constexpr uint32_t STEP_US = 100000;

uint16_t pattern(State state) {
    switch (state) {
    case State::relaxed:
        return 0x0001; // a short flash
    case State::holding:
        return 0xFFFE; // on, with a short gap
    case State::moving:
    case State::streaming:
    case State::stopping:
        return 0x5555; // quick
    case State::fault:
        return 0x0015; // three short flashes, a pause
    }
    return 0;
}

#if defined(SERVOARM_LED_PORT)
void led_start() {
    SERVOARM_LED_DDR |= SERVOARM_LED_BIT;
}
void led(bool on) {
    if (on)
        SERVOARM_LED_PORT |= SERVOARM_LED_BIT;
    else
        SERVOARM_LED_PORT &= ~SERVOARM_LED_BIT;
}
#else
void led_start() {
    pinMode(LED_BUILTIN, OUTPUT);
}
void led(bool on) {
    digitalWrite(LED_BUILTIN, on ? HIGH : LOW);
}
#endif

} // namespace

void Heartbeat::start() {
    led_start();
}

void Heartbeat::frame(State state, uint16_t frame_us) {
    elapsed_us_ += frame_us;
    if (elapsed_us_ < STEP_US)
        return;
    elapsed_us_ -= STEP_US;
    step_ = (step_ + 1) & 15;
    led((pattern(state) >> step_) & 1);
}

} // namespace servoarm
