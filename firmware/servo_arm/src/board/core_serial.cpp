#include "host_port.h"

#if !defined(SERVOARM_USART0)

namespace servoarm {
namespace {

#if defined(USBCON)
bool has_listener() {
    return Serial.dtr();
}
#else
bool has_listener() {
    return true;
}
#endif

} // namespace

void HostPort::start() {
    Serial.begin(SERVOARM_BAUD);
}

bool HostPort::receive(Core &core) {
    const int byte = Serial.read();
    if (byte < 0)
        return false;
    core.receive(static_cast<uint8_t>(byte));
    return true;
}

bool HostPort::has_received() const {
    return Serial.available() > 0;
}

// With no program at the other end of the USB port there is nobody to keep an answer for.
void HostPort::send(Core &core) {
    sending_ = true;
    while (!has_listener() || Serial.availableForWrite() > 0) {
        const int16_t byte = core.next_byte();
        if (byte < 0) {
            sending_ = false;
            return;
        }
        if (has_listener())
            Serial.write(static_cast<uint8_t>(byte));
    }
}

} // namespace servoarm

#endif
