// The peer for benchmarks/virtual_uno.py: what a tutorial's sketch does. Text lines "A,B\n" in
// microseconds over Serial, each obeyed at once, and pulses as the Servo library makes them: one
// channel after the other from Timer1's compare interrupt, in frames of 20 ms.

static const uint8_t PINS[2] = {9, 10};
static const uint16_t FRAME_TICKS = 40000; // of 0.5 us

static volatile uint16_t ticks[2] = {3000, 3000};
static volatile int8_t channel = -1;
static uint16_t frame_start;

ISR(TIMER1_COMPA_vect) {
    if (channel < 0)
        frame_start = OCR1A;
    else
        digitalWrite(PINS[channel], LOW);
    ++channel;
    if (channel < 2) {
        OCR1A = TCNT1 + ticks[channel];
        digitalWrite(PINS[channel], HIGH);
    } else {
        OCR1A = frame_start + FRAME_TICKS;
        channel = -1;
    }
}

static void set_us(uint8_t which, uint16_t us) {
    const uint8_t before = SREG;
    cli();
    ticks[which] = us * 2;
    SREG = before;
}

void setup() {
    Serial.begin(115200);
    for (uint8_t pin : PINS)
        pinMode(pin, OUTPUT);
    TCCR1A = 0;
    TCCR1B = _BV(CS11);
    OCR1A = TCNT1 + 1000;
    TIFR1 = _BV(OCF1A);
    TIMSK1 = _BV(OCIE1A);
    Serial.println("ready");
}

void loop() {
    if (!Serial.available())
        return;
    const int first = Serial.parseInt();
    const int second = Serial.parseInt();
    if (Serial.read() == '\n') {
        set_us(0, first);
        set_us(1, second);
        Serial.println("ok");
    }
}
