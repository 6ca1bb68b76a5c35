// Servoarm: a two-servo arm on the Arduino's pins 9 and 10 (Mega: 11 and 12).
// What it understands: PROTOCOL.md. How to build and flash it: docs/flashing.md.
// src/core is the arm (no hardware in it), src/board the hardware around it.
#include "src/board/arm_board.h"

void setup() {
    servoarm::arm_board.start();
}

void loop() {
    servoarm::arm_board.loop();
}
