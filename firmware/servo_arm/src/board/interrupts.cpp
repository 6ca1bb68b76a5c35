#include "arm_board.h"
#include "mcu.h"

#if defined(__AVR__)

#include <avr/interrupt.h>

#if defined(SERVOARM_USART0)
ISR(SERVOARM_RX_VECTOR) {
    servoarm::arm_board.on_received();
}
ISR(SERVOARM_UDRE_VECTOR) {
    servoarm::arm_board.on_transmitter_empty();
}
#endif

#if defined(SERVOARM_TIMER1)
ISR(TIMER1_OVF_vect) {
    servoarm::arm_board.on_frame();
}
#endif

#endif
