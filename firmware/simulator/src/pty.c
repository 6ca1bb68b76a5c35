/* Real time on a pty, as a USB serial port: any serial program opens it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "avrsim.h"

static struct {
    int fd;
    bool open, auto_reset;
    const char *link;
    uint64_t dropped;
} pty = {.fd = -1};

static volatile sig_atomic_t want_stop, want_reset;
static void on_stop(int n) {
    (void)n;
    want_stop = 1;
}
static void on_reset(int n) {
    (void)n;
    want_reset = 1;
}

void pty_open(const char *link, bool auto_reset) {
    pty.auto_reset = auto_reset;
    pty.fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (pty.fd < 0 || grantpt(pty.fd) || unlockpt(pty.fd))
        die("no pty: %s", strerror(errno));
    const char *slave = ptsname(pty.fd);
    int fd = open(slave, O_RDWR | O_NOCTTY);
    struct termios t;
    if (fd < 0 || tcgetattr(fd, &t))
        die("cannot open %s", slave);
    cfmakeraw(&t);
    cfsetspeed(&t, B115200);
    tcsetattr(fd, TCSANOW, &t);
    close(fd);
    if (link) {
        unlink(link);
        if (symlink(slave, link))
            die("cannot make the link %s", link);
        pty.link = link;
    }
    printf("port %s\n", link ? link : slave);
    fflush(stdout);
}

void pty_sent(uint8_t byte) {
    if (!pty.open || write(pty.fd, &byte, 1) != 1)
        pty.dropped++;
}

/* Without a client, reading the master fails with EIO: that shows a port being opened. */
static void poll_pty(board_t *board) {
    uint8_t bytes[QUEUE_SIZE];
    struct pollfd p = {.fd = pty.fd, .events = POLLIN};
    bool open = poll(&p, 1, 0) >= 0 && !(p.revents & POLLHUP);
    if (open && !pty.open && pty.auto_reset)
        board_reset(board, RESET_BUTTON);
    pty.open = open;
    size_t room = queue_room();
    if (room > sizeof bytes)
        room = sizeof bytes;
    ssize_t n = room ? read(pty.fd, bytes, room) : 0;
    for (ssize_t i = 0; i < n; i++)
        queue_put(bytes[i]);
    if (n > 0)
        board_bytes_wait(board);
}

static double wall(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Not behind real time: sleep. Behind: let the clock go, so that a busy machine slows the
 * board down instead of making it hurry afterwards. */
static void keep_pace(double *start, double simulated) {
    double ahead = *start + simulated - wall();
    if (ahead > 0) {
        struct timespec t = {0, (long)(ahead * 1e9)};
        nanosleep(&t, NULL);
    } else if (ahead < -0.05) {
        *start -= ahead;
    }
}

bool pty_run(board_t *board) {
    struct sigaction stop = {.sa_handler = on_stop}, reset = {.sa_handler = on_reset};
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGUSR1, &reset, NULL);
    signal(SIGPIPE, SIG_IGN);
    double start = wall();
    bool alive = true;
    while (alive && !want_stop) {
        alive = board_run_until(board, board_cycle(board) + CLOCK_HZ / 1000);
        if (want_reset) {
            want_reset = 0;
            board_reset(board, RESET_BUTTON);
        }
        poll_pty(board);
        keep_pace(&start, (double)board_cycle(board) / CLOCK_HZ);
    }
    if (pty.link)
        unlink(pty.link);
    return alive;
}
