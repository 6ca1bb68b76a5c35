// The fuzz target without a fuzzer, where there is no libFuzzer: inputs put together at random from
// what the board understands and from noise.
//   random_input [COUNT]
#include <cstdlib>
#include <iostream>

#include "test_board.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace {

const char *const PIECES[] = {
    "hello 1 5",
    "open",
    "status",
    "pose 9000 -9000",
    "pose 0 0",
    "attach",
    "relax",
    "move 22500 -13500",
    "move 72000 0",
    "move 0 -72000",
    "move 0 0 7",
    "stop",
    "joint 1 -4500 22500 200000 2000000",
    "joint 2 0 1 100 100",
    "servo 1 10 300 2800 72000 -72000 -1",
    "servo 2 9 300 400 1000 0 1",
    "frame 3000",
    "watchdog 100 1",
    "first 1",
    "defaults",
    "save",
    "counters",
};
const int PIECE_COUNT = sizeof PIECES / sizeof *PIECES;

std::string piece(testing::Random &random) {
    const std::string text = PIECES[random.between(0, PIECE_COUNT - 1)];
    switch (random.between(0, 5)) {
    case 0:
    case 1:
        return text + "\n";
    case 2:
    case 3:
        return "\xfe" + text + "\xfd"; // framed by the target
    case 4:
        return std::string("\xff") + static_cast<char>(random.between(0, 255)); // frames
    default:
        return std::string(1, static_cast<char>(random.between(0, 255)));
    }
}

} // namespace

int main(int argc, char **argv) {
    const long count = argc > 1 ? std::atol(argv[1]) : 10000;
    testing::Random random(7);
    for (long i = 0; i < count; ++i) {
        std::string input = "pose 0 0\nattach\n";
        for (int pieces = random.between(1, 40); pieces > 0; --pieces) {
            input += piece(random);
        }
        LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(input.data()), input.size());
    }
    std::cout << count << " random inputs: nothing broken\n";
    return 0;
}
