/* Instruction times by Timer1 at clk/1: cycles of each sequence, less the overhead. */
#include "probe.h"
static uint8_t overhead;
#define T(name, body)                                                                              \
    do {                                                                                           \
        uint8_t a, b;                                                                              \
        __asm__ volatile("lds %0, 0x84\n" body "\n lds %1, 0x84\n"                                 \
                         : "=&r"(a), "=&r"(b)                                                      \
                         : "z"(0x0104)                                                             \
                         : "r0", "r1", "r18", "r19", "r20", "memory");                             \
        __asm__ volatile("clr __zero_reg__");                                                      \
        uint8_t d = b - a - overhead;                                                              \
        if (name[0] == '0')                                                                        \
            overhead = d;                                                                          \
        else                                                                                       \
            number(name, d);                                                                       \
    } while (0)
__attribute__((naked, noinline, used)) void leaf(void) {
    __asm__ volatile("ret");
}
int main(void) {
    uart_init();
    TCCR1B = 1 << CS10;
    T("0", "");
    T("nop", "nop");
    T("ldi", "ldi r18, 1");
    T("mul", "mul r18, r19");
    T("adiw", "push r24\n adiw r24, 1\n pop r24");                  /* 2+2+2 */
    T("push_pop", "push r18\n pop r18");                            /* 4 */
    T("lds", "lds r18, 0x100");                                     /* 2 */
    T("sts", "sts 0x200, r18");                                     /* 2 */
    T("ld_z", "ld r18, Z");                                         /* 2 */
    T("ldd_z", "ldd r18, Z+1");                                     /* 2 */
    T("st_z", "ld r18, Z\n st Z, r18");                             /* 4 */
    T("lpm_z", "lpm r18, Z");                                       /* 3 */
    T("in", "in r18, 0x05");                                        /* 1 */
    T("out", "in r18, 0x05\n out 0x05, r18");                       /* 2 */
    T("sbi", "sbi 0x1e, 0");                                        /* 2 */
    T("sbis_skip1", "sbi 0x1e, 0\n sbis 0x1e, 0\n nop");            /* 2+2 */
    T("sbis_noskip", "cbi 0x1e, 0\n sbis 0x1e, 0\n nop");           /* 2+1+1 */
    T("sbis_skip2", "sbi 0x1e, 0\n sbis 0x1e, 0\n lds r18, 0x100"); /* 2+3 */
    T("cpse_skip", "cpse r18, r18\n nop");                          /* 2 */
    T("brne_taken", "clz\n brne 1f\n 1:");                          /* 1+2 */
    T("brne_not", "sez\n brne 1f\n 1:");                            /* 1+1 */
    T("rjmp", "rjmp 1f\n 1:");                                      /* 2 */
    T("jmp", "jmp 1f\n 1:");                                        /* 3 */
    T("rcall_ret", "rcall leaf");                                   /* 3+4 */
    T("call_ret", "call leaf");                                     /* 4+4 */
    T("ijmp",
      "ldi r30, lo8(pm(1f))\n ldi r31, hi8(pm(1f))\n ijmp\n 1:\n ldi r30,4\n ldi r31,1"); /* 2+2+2
                                                                                           */
    T("icall",
      "ldi r30, lo8(pm(leaf))\n ldi r31, hi8(pm(leaf))\n icall\n ldi r30,4\n ldi r31,1"); /* 2+3+4+2
                                                                                           */
    for (;;)
        ;
}
