// Everything in which the boards differ. Uno and Nano (old or new bootloader) have the same chip.
#pragma once

#include <Arduino.h>

#ifndef SERVOARM_BAUD
#define SERVOARM_BAUD 115200 // also 250000, 500000, 1000000; the USB boards ignore it
#endif

// SERVOARM_PINS are those of OC1A and OC1B, all of them on port B; PULSE_BITS are their bits there.
#if defined(__AVR_ATmega328P__) || defined(__AVR_ATmega328__) // Uno, Nano
#define SERVOARM_PINS 9, 10
#define SERVOARM_PULSE_BITS (_BV(1) | _BV(2))
#define SERVOARM_LED_DDR DDRB
#define SERVOARM_LED_PORT PORTB
#define SERVOARM_LED_BIT _BV(5)
#define SERVOARM_RX_VECTOR USART_RX_vect
#define SERVOARM_UDRE_VECTOR USART_UDRE_vect
#elif defined(__AVR_ATmega2560__) || defined(__AVR_ATmega1280__) // Mega
#define SERVOARM_PINS 11, 12
#define SERVOARM_PULSE_BITS (_BV(5) | _BV(6))
#define SERVOARM_LED_DDR DDRB
#define SERVOARM_LED_PORT PORTB
#define SERVOARM_LED_BIT _BV(7)
#define SERVOARM_RX_VECTOR USART0_RX_vect
#define SERVOARM_UDRE_VECTOR USART0_UDRE_vect
#elif defined(__AVR_ATmega32U4__) // Leonardo, Micro: the chip itself is the USB port
#define SERVOARM_PINS 9, 10
#define SERVOARM_PULSE_BITS (_BV(5) | _BV(6))
#define SERVOARM_LED_DDR DDRC
#define SERVOARM_LED_PORT PORTC
#define SERVOARM_LED_BIT _BV(7)
#elif defined(__AVR__)
#error "This chip is too small or unknown: use an Uno, Nano (ATmega328P), Mega or Leonardo."
#else // not an AVR: the Servo library, Serial, no stored settings
#define SERVOARM_PINS 9, 10
#endif

// Timer1 makes the pulses in hardware, both from one command, without jitter.
#if defined(__AVR__) && !defined(SERVOARM_SERVO_LIBRARY)
#define SERVOARM_TIMER1
#endif

// USART0 with our own interrupts; else the core's Serial.
#if defined(SERVOARM_RX_VECTOR)
#define SERVOARM_USART0
#endif

// Nothing of the Arduino core runs: main() is ours, and so is the hardware watchdog. Not on the USB
// boards, whose core is the port and needs the watchdog to enter the bootloader for an upload.
#if defined(SERVOARM_USART0) && defined(SERVOARM_TIMER1)
#define SERVOARM_BARE
#endif
