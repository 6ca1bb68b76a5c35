// The core as a WebAssembly module: what a board adds to it (storage, a reset) and nothing else.
#include <stddef.h>

#include "../servo_arm/src/core/core.h"

// Placement new; freestanding, so <new> is not there.
inline void *operator new(size_t, void *place) noexcept {
    return place;
}

namespace {

const servoarm::Board UNO = {{9, 10}};

alignas(servoarm::Core) uint8_t core_place[sizeof(servoarm::Core)];
servoarm::Core *core = nullptr;

uint8_t stored_bytes[servoarm::STORED_SIZE];
bool storage_used = false;

// A new board's storage reads as ones.
uint8_t *storage_bytes() {
    if (!storage_used) {
        for (uint8_t &byte : stored_bytes) {
            byte = 0xff;
        }
        storage_used = true;
    }
    return stored_bytes;
}

uint8_t read_stored(uint8_t address) {
    return storage_bytes()[address];
}

} // namespace

#define SERVOARM_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// A reset. The first call of all; the others may follow it only.
SERVOARM_EXPORT(start) void wasm_start(uint32_t reason) {
    const uint32_t last = static_cast<uint32_t>(servoarm::ResetReason::unknown);
    core = new (core_place) servoarm::Core();
    core->start(UNO, static_cast<servoarm::ResetReason>(reason < last ? reason : last),
                read_stored);
}

SERVOARM_EXPORT(receive) void wasm_receive(uint32_t byte) {
    core->receive(static_cast<uint8_t>(byte));
}

SERVOARM_EXPORT(frame) void wasm_frame() {
    core->frame();
}

SERVOARM_EXPORT(next_byte) int32_t wasm_next_byte() {
    return core->next_byte();
}

SERVOARM_EXPORT(pulse_ticks) int32_t wasm_pulse_ticks(uint32_t channel) {
    return core->pulse_ticks(static_cast<uint8_t>(channel & 1u));
}

SERVOARM_EXPORT(frame_us) int32_t wasm_frame_us() {
    return core->frame_us();
}

SERVOARM_EXPORT(state) int32_t wasm_state() {
    return static_cast<int32_t>(core->state());
}

SERVOARM_EXPORT(storage) uint8_t *wasm_storage() {
    return storage_bytes();
}

SERVOARM_EXPORT(stored_size) int32_t wasm_stored_size() {
    return servoarm::STORED_SIZE;
}

SERVOARM_EXPORT(store_wanted) int32_t wasm_store_wanted() {
    return core->store_wanted() ? 1 : 0;
}

// Writes the settings to the storage, then tells the core.
SERVOARM_EXPORT(stored) void wasm_stored() {
    for (uint8_t i = 0; i < servoarm::SLOT_SIZE; ++i) {
        storage_bytes()[core->store_address() + i] = core->stored_byte(i);
    }
    core->stored();
}
