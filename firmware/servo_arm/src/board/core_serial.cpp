#include "host_port.h"

#if !defined(SERVOARM_USART0)

namespace servoarm {

void HostPort::start() {
    Serial.begin(SERVOARM_BAUD);
}

bool HostPort::read(uint8_t &byte) {
    const int got = Serial.read();
    byte = static_cast<uint8_t>(got);
    return got >= 0;
}

bool HostPort::has_received() const {
    return Serial.available() > 0;
}

#if defined(USBCON)
// With no program at the other end of the USB port there is nobody to keep an answer for.
bool HostPort::can_write() const {
    return !Serial.dtr() || Serial.availableForWrite() > 0;
}
void HostPort::write(uint8_t byte) {
    if (Serial.dtr())
        Serial.write(byte);
}
#else
bool HostPort::can_write() const {
    return Serial.availableForWrite() > 0;
}
void HostPort::write(uint8_t byte) {
    Serial.write(byte);
}
#endif

} // namespace servoarm

#endif
