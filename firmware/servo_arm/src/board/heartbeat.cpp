#include "heartbeat.h"
#include "mcu.h"

namespace servoarm {
namespace {

// In the order of State.
const uint16_t PATTERNS[] SERVOARM_FLASH = {
    0x0001, // relaxed: a short flash
    0xFFFE, // holding: on, with a short gap
    0x5555, // moving: quick
    0x5555, // stopping
    0x0015, // fault: three short flashes, a pause
};
static_assert(sizeof PATTERNS / sizeof PATTERNS[0] == static_cast<size_t>(State::fault) + 1,
              "a state has no pattern");

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
    const uint8_t before = elapsed_256us_;
    elapsed_256us_ += frame_us >> 8;
    if (elapsed_256us_ >= before)
        return;
    step_ = (step_ + 1) & 15;
    led((flash_word(&PATTERNS[static_cast<uint8_t>(state)]) >> step_) & 1);
}

} // namespace servoarm
