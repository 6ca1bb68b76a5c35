/* Bytes that wait for the line to the board. */
#include "avrsim.h"

static uint8_t queue[QUEUE_SIZE];
static unsigned head, tail;

unsigned queue_room(void) {
    return QUEUE_SIZE - (head - tail);
}

void queue_put(uint8_t byte) {
    queue[head++ % QUEUE_SIZE] = byte;
}

bool queue_take(uint8_t *byte) {
    if (head == tail)
        return false;
    *byte = queue[tail++ % QUEUE_SIZE];
    return true;
}
