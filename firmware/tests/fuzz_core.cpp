// libFuzzer target: any bytes, frames and resets of the receiver, and what must hold whatever they
// are. Some bytes are orders to the target, so that strict sessions and motion are within a
// fuzzer's reach:
//   0xff N   N frames                0xfe TEXT 0xfd   TEXT as a framed line with the right CRC
//   0xfc     a byte was lost         0xfb             the settings have been stored
#include <cstdlib>
#include <cstring>

#include "test_board.h"

using namespace testing;
using namespace servoarm;

namespace {

void require(bool condition, const char *what) {
    if (!condition) {
        std::fprintf(stderr, "broken: %s\n", what);
        std::abort();
    }
}

class Watched {
public:
    void receive(uint8_t byte) {
        if (byte != '?') { // obeyed in the middle of a line, which then goes on
            heard_ += static_cast<char>(byte);
        }
        core_.receive(byte);
        check();
    }

    void frame() {
        core_.frame();
        check();
    }

    void overrun() { core_.overrun(); }

    void stored() {
        if (core_.store_wanted()) {
            core_.stored();
        }
    }

    void start() {
        testing::start(core_, Board{{9, 10}});
        check();
    }

    void framed_line(const std::string &text) {
        for (char byte : framed(++sequence_ & 0xffff, text)) {
            receive(static_cast<uint8_t>(byte));
        }
        receive('\n');
    }

private:
    void check() {
        check_pulses();
        check_lines();
    }

    void check_pulses() {
        const bool attached = core_.state() != State::relaxed && core_.state() != State::fault;
        require(core_.state() != State::fault, "no way leads to a fault");
        require(!attached || heard_.find("attach") != std::string::npos, "attached unasked");
        require((core_.pulse_ticks(0) == 0) == (core_.pulse_ticks(1) == 0), "one pulse alone");
        for (uint8_t joint = 0; joint < JOINTS; ++joint) {
            const uint16_t ticks = core_.motion().ticks(joint);
            require(attached || ticks == 0, "a pulse while not attached");
            const JointSettings set = core_.settings().joint(joint);
            require(ticks == 0 || (ticks >= 2 * set.lo_us() && ticks <= 2 * set.hi_us()),
                    "a pulse out of range");
            const Profile &profile = core_.motion().joint(joint);
            require(!attached || (profile.position_units() >= set.lower() * UNITS &&
                                  profile.position_units() <= set.upper() * UNITS),
                    "outside the limits");
            require(!attached || (profile.goal() >= set.lower() && profile.goal() <= set.upper()),
                    "a goal outside the limits");
            require(std::abs(profile.velocity_units()) <= profile.speed_units(), "too fast");
        }
    }

    void check_lines() {
        for (int16_t byte = core_.next_byte(); byte >= 0; byte = core_.next_byte()) {
            require(byte == '\n' || (byte >= ' ' && byte <= '~'), "an unprintable byte");
            length_ = byte == '\n' ? 0 : length_ + 1;
            require(length_ <= MAX_LINE_OUT, "a line too long");
        }
    }

    Core core_{};
    std::string heard_;
    unsigned sequence_ = 0;
    int length_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Watched board;
    board.start();
    for (size_t i = 0; i < size; ++i) {
        if (data[i] == 0xff && i + 1 < size) {
            for (int frames = data[++i]; frames > 0; --frames) {
                board.frame();
            }
        } else if (data[i] == 0xfe) {
            const void *end = std::memchr(data + i, 0xfd, size - i);
            const uint8_t *stop = end == nullptr ? data + size : static_cast<const uint8_t *>(end);
            const uint8_t *text = data + i + 1;
            board.framed_line(std::string(text, stop));
            i = static_cast<size_t>(stop - data);
        } else if (data[i] == 0xfc) {
            board.overrun();
        } else if (data[i] == 0xfb) {
            board.stored();
        } else {
            board.receive(data[i]);
        }
    }
    return 0;
}
