#include "reset_reason.h"
#include "mcu.h"

#if defined(__AVR__)

#include <avr/pgmspace.h>
#include <avr/wdt.h>

namespace servoarm {
namespace {

// Not cleared at start-up: RAM keeps its contents in every reset but power-on.
#define SERVOARM_KEPT __attribute__((section(".noinit")))

volatile uint16_t mark SERVOARM_KEPT;
volatile uint8_t frames_unfed SERVOARM_KEPT;
constexpr uint16_t MARK = 0xA53C;
constexpr uint8_t HANG_FRAMES = 8; // a pass of the loop takes less than one

volatile uint8_t mcusr_at_start SERVOARM_KEPT;
volatile uint8_t r2_at_start SERVOARM_KEPT;

} // namespace

// Before anything else runs: a watchdog reset leaves the watchdog on at 16 ms, and Optiboot
// hands the flags over in r2, which the next compiled line may use for something else. A pulse pin
// that floats picks up noise: both are low outputs from here on.
extern "C" void servoarm_at_start() __attribute__((naked, used, section(".init3")));
extern "C" void servoarm_at_start() {
    __asm__ volatile("sts %0, r2" : "=m"(r2_at_start));
    mcusr_at_start = MCUSR;
    MCUSR = 0;
    DDRB |= SERVOARM_PULSE_BITS;
    wdt_disable();
}

uint8_t optiboot_major() {
#if defined(__AVR_ATmega328P__) || defined(__AVR_ATmega328__)
    const uint8_t major = pgm_read_byte(FLASHEND);
    return major == 0xFF ? 0 : major;
#else
    return 0;
#endif
}

ResetReason reset_reason() {
    uint8_t flags = mcusr_at_start;
    // From version 7 Optiboot passes on the cause of the first reset, not of its own time-out.
    if (flags == 0 && optiboot_major() >= 7)
        flags = r2_at_start;
    const bool marked = mark == MARK;
    mark = MARK;
    if ((flags & _BV(PORF)) || (flags == 0 && !marked))
        return ResetReason::power;
    if (flags & _BV(BORF))
        return ResetReason::brownout;
    if (flags & _BV(EXTRF))
        return ResetReason::button;
    if ((flags & _BV(WDRF)) || frames_unfed >= HANG_FRAMES)
        return ResetReason::watchdog;
    return ResetReason::unknown;
}

void note_frame() {
    if (frames_unfed < 255)
        frames_unfed = frames_unfed + 1;
}

void note_fed() {
    frames_unfed = 0;
}

} // namespace servoarm

#else

namespace servoarm {
ResetReason reset_reason() {
    return ResetReason::unknown;
}
uint8_t optiboot_major() {
    return 0;
}
void note_frame() {}
void note_fed() {}
} // namespace servoarm

#endif
