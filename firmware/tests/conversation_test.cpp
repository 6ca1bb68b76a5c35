// Whole conversations with an open board, as a person types them.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "test_board.h"

using namespace testing;
using servoarm::ResetReason;

TEST_CASE("the banner names the reset, and nothing moves by itself") {
    const char *names[] = {"power", "brownout", "watchdog", "button", "unknown"};
    for (uint8_t i = 0; i < 5; ++i) {
        TestBoard board(static_cast<ResetReason>(i));
        const std::string reset = std::string(" reset ") + names[i];
        CHECK(board.banner == TestBoard::Lines{"servoarm 0.1.0 protocol 1.0" + reset});
        const std::string hello = board.say("hello");
        CHECK(hello ==
              "ok servoarm 0.1.0 protocol 1.0 frame 20000 queue 0 settings 1ce89db7 defaults" +
                  reset);
        board.frames(500);
        CHECK(board.lines().empty());
        CHECK(board.core.pulse_ticks(0) == 0);
        CHECK(board.core.pulse_ticks(1) == 0);
    }
}

TEST_CASE("pose, attach, move, stop, relax") {
    TestBoard board;
    CHECK(board.say("attach") == "err 14 pose-unknown");
    CHECK(board.say("move 0 0") == "err 13 relaxed");
    CHECK(board.say("stop") == "ok");
    CHECK(board.say("pose 9000 -9000") == "ok");
    CHECK(board.say("status") == "ok relaxed 9000 -9000 9000 -9000 0 0 0 1");
    board.send("attach\n");
    CHECK(board.lines() == TestBoard::Lines{"ok", "status holding 9000 -9000 9000 -9000 0 0 0 9"});
    CHECK(board.core.pulse_ticks(0) == 0); // not before the next frame
    board.frames(1);
    CHECK(board.core.pulse_ticks(0) == 3000);
    CHECK(board.core.pulse_ticks(1) == 1667);
    CHECK(board.say("attach") == "ok");
    board.send("move 0 0\n");
    CHECK(board.lines() == TestBoard::Lines{"ok", "status moving 9000 -9000 0 0 3000 1667 0 9"});
    CHECK(board.frames_to_rest() > 0);
    CHECK(board.lines() == TestBoard::Lines{"status holding 0 0 0 0 1667 3000 0 1"});
    board.say("move 22500 13500");
    board.frames(20);
    CHECK(board.say("stop") == "ok");
    CHECK(board.state() == State::stopping);
    board.frames_to_rest();
    CHECK(board.position(0) == board.goal(0));
    CHECK(board.position(0) == doctest::Approx(7200).epsilon(0.01)); // 0.4 s on, 0.25 s to brake
    CHECK(board.say("relax") == "ok");
    CHECK(board.core.pulse_ticks(0) == 0);
    CHECK(board.core.pulse_ticks(1) == 0);
    CHECK(board.say("attach") == "err 14 pose-unknown");
}

TEST_CASE("a move outside the limits is refused whole, at rest and under way") {
    TestBoard board;
    board.attach_at(0, 0);
    CHECK(board.say("move 22501 0") == "err 11 shoulder-limit");
    CHECK(board.say("move -4501 0") == "err 11 shoulder-limit");
    CHECK(board.say("move 0 13501") == "err 12 elbow-limit");
    CHECK(board.say("move 0 0 101") == "err 10 out-of-range");
    CHECK(board.state() == State::holding);
    CHECK(board.say("move 22500 -13500") == "ok");
    board.frames(10);
    CHECK(board.say("move 22501 0") == "err 11 shoulder-limit");
    board.frames_to_rest();
    CHECK(board.position(0) == 22500);
    CHECK(board.position(1) == -13500);
}

TEST_CASE("numbers stand apart") {
    TestBoard board;
    CHECK(board.say("pose 100-200") == "err 8 bad-number");
    CHECK(board.say("pose 100 200") == "ok");
}

TEST_CASE("each joint keeps to its own limits") {
    TestBoard board;
    board.say("joint 2 -13500 13500 9000 18000");
    board.attach_at(0, 0);
    const servoarm::Profile &shoulder = board.core.motion().joint(0);
    const servoarm::Profile &elbow = board.core.motion().joint(1);
    CHECK(shoulder.speed_units() == doctest::Approx(2 * elbow.speed_units()).epsilon(1e-4));
    CHECK(shoulder.acceleration_units() ==
          doctest::Approx(4 * elbow.acceleration_units()).epsilon(1e-4));
}

TEST_CASE("on the way both joints step in each frame, and the pulses are those of the position") {
    TestBoard board;
    board.say("servo 2 10 500 2500 27000 4500 1");
    board.say("joint 2 -4500 22500 18000 72000");
    board.attach_at(0, 0);
    board.say("move 18000 18000");
    for (int frame = 0; frame < 40; ++frame) {
        board.frames(1);
        REQUIRE(board.position(0) > 0);
        REQUIRE(board.position(0) < 18000);
        REQUIRE(board.position(1) == board.position(0));
        const double ticks = 1000 + (4500 + board.position(0)) * 4000 / 27000.0;
        REQUIRE(board.core.pulse_ticks(0) == std::lround(ticks));
        REQUIRE(board.core.pulse_ticks(1) == board.core.pulse_ticks(0));
    }
}

TEST_CASE(
    "a move goes at the speed asked for, or at the limit; a first one at the slower of both") {
    const struct {
        const char *move;
        bool first;
        int percent;
    } rows[] = {
        {"move 18000 0", false, 100},  {"move 18000 0 50", false, 50}, {"move 18000 0", true, 25},
        {"move 18000 0 26", true, 25}, {"move 18000 0 10", true, 10},  {"move 18000 0 1", true, 1},
    };
    for (const auto &row : rows) {
        CAPTURE(row.move);
        TestBoard board;
        board.attach_at(0, 0);
        if (!row.first) {
            board.say("move 100 0");
            board.frames_to_rest();
        }
        board.say(row.move);
        int32_t fastest = 0;
        for (int frame = 0; frame < 40; ++frame) {
            board.frames(1);
            fastest = std::max(fastest, board.core.motion().joint(0).velocity_units());
        }
        CHECK(fastest == board.core.motion().joint(0).speed_units() * row.percent / 100);
    }
}

TEST_CASE("of a move that a relax ended nothing is left at the next attach") {
    TestBoard board;
    board.attach_at(0, 0);
    board.say("move 18000 9000");
    board.frames(20);
    board.say("relax");
    board.say("pose 9000 0");
    board.say("attach");
    board.say("move 9000 0"); // where it stands: not a first move that was one
    board.frames(3);
    CHECK(board.core.motion().first_move());
    CHECK(board.position(0) == 9000);
    CHECK(board.position(1) == 0);
}

TEST_CASE("the first move after attach is slow until a move has arrived") {
    const auto frames_for = [](TestBoard &board, const char *line) {
        board.say(line);
        return board.frames_to_rest();
    };
    TestBoard board;
    board.attach_at(0, 0);
    board.say("move 18000 0");
    board.frames(40);
    board.say("stop");
    board.frames_to_rest();
    CHECK(board.core.motion().first_move()); // still to come
    board.say("relax");
    board.attach_at(0, 0);
    const int slow = frames_for(board, "move 18000 0");
    const int fast = frames_for(board, "move 0 0");
    const int half = frames_for(board, "move 18000 0 50");
    CHECK(slow > 3.5 * fast - 20);
    CHECK(fast == doctest::Approx(1.25 * 50).epsilon(0.05));
    CHECK(half > 1.6 * fast);
    CHECK(half < slow);
}

TEST_CASE("a first move to where the arm stands does not end the slowness") {
    TestBoard board;
    board.attach_at(0, 0);
    board.say("move 0 0");
    board.frames(3);
    CHECK(board.state() == State::holding);
    CHECK(board.core.motion().first_move());
    board.say("move 9000 0");
    board.frames(20);
    board.say("stop");
    board.frames_to_rest();
    board.frames(1);
    const std::string here = std::to_string(board.goal(0)) + " " + std::to_string(board.goal(1));
    board.say("move " + here);
    board.frames(3);
    CHECK(board.core.motion().first_move());
    board.say("move 9000 0");
    board.frames_to_rest();
    CHECK_FALSE(board.core.motion().first_move());
}

TEST_CASE("a retarget during the first move stays slow") {
    TestBoard board;
    board.attach_at(0, 0);
    board.say("move 9000 0");
    board.frames(30);
    board.say("move 18000 0");
    int32_t fastest = 0;
    int left = 1000;
    while (!board.core.motion().at_rest()) {
        REQUIRE(--left > 0);
        board.frames(1);
        fastest = std::max(fastest, board.core.motion().joint(0).velocity_units());
    }
    CHECK(fastest <= board.core.motion().joint(0).speed_units() / 4);
}

TEST_CASE("realtime bytes work in the middle of a line") {
    TestBoard board;
    board.attach_at(0, 0);
    board.send("move 90");
    board.send("?");
    CHECK(board.lines().size() == 1);
    CHECK(board.say("00 0") == "ok"); // the line went on
    CHECK(board.goal(0) == 9000);
    board.frames(5);
    board.send("move 45!00 0\n");
    CHECK(board.state() == State::stopping);
    CHECK(board.lines().size() == 1); // a status, and no answer to the broken move
    board.frames_to_rest();
    CHECK(board.goal(0) < 9000);
    board.lines();
    board.send("mo^ve 100 100\n");
    CHECK(board.lines() == TestBoard::Lines{"status relaxed 0 0 0 0 0 0 0 0"});
    CHECK(board.core.pulse_ticks(0) == 0);
    CHECK(board.say("counters") == "ok counters 2 0 0");
}

TEST_CASE("line ends and empty lines") {
    TestBoard board;
    board.send("status\r\nstatus\rstatus\n\n\r\n   \nst");
    CHECK(board.lines().size() == 3);
    board.send("atus\nstatus");
    CHECK(board.lines().size() == 1);
}

TEST_CASE("a receiver that lost a byte spoils a typed line") {
    TestBoard board;
    board.attach_at(0, 0);
    board.send("move 9");
    board.core.overrun();
    CHECK(board.say("00 0") == "err 3 bad-checksum");
    CHECK(board.say("counters") == "ok counters 1 1 0");
    CHECK(board.goal(0) == 0);
}

TEST_CASE("answers that find no room are dropped whole, and counted") {
    TestBoard board;
    for (int i = 0; i < 20; ++i) {
        board.send("joint 1\n");
    }
    const TestBoard::Lines lines = board.lines();
    CHECK(lines.size() == 7);
    for (const std::string &line : lines) {
        CHECK(line == "ok joint 1 -4500 22500 18000 72000");
    }
    CHECK(board.say("counters") == "ok counters 0 0 13");
}

TEST_CASE("many '?' before there is room are one status, and none is lost") {
    TestBoard board;
    board.send(std::string(300, '?'));
    CHECK(board.lines().size() == 5); // as long as there was room
    board.frames(1);
    CHECK(board.lines() == TestBoard::Lines{"status relaxed 0 0 0 0 0 0 0 0"});
    board.frames(1);
    CHECK(board.lines().empty());
    CHECK(board.say("counters") == "ok counters 0 0 0");
}

TEST_CASE("a stop is answered when there is room again") {
    TestBoard board;
    board.attach_at(0, 0);
    for (int i = 0; i < 20; ++i) {
        board.send("joint 1\n");
    }
    board.send("!");
    board.lines();
    board.frames(1);
    CHECK(board.lines() == TestBoard::Lines{"status holding 0 0 0 0 1667 3000 0 9"});
}

TEST_CASE("a state's change is told when there is room again") {
    TestBoard board;
    board.attach_at(0, 0);
    for (int i = 0; i < 20; ++i) {
        board.send("joint 1\n");
    }
    board.send("move 100 0\n");
    board.frames_to_rest();
    board.lines();
    board.frames(1);
    CHECK(board.lines().empty()); // holding, as last told
    for (int i = 0; i < 20; ++i) {
        board.send("joint 1\n");
    }
    board.send("relax\n");
    board.lines();
    board.frames(1);
    CHECK(board.lines() == TestBoard::Lines{"status relaxed 0 0 0 0 0 0 0 0"});
}

TEST_CASE("no answer is longer than 120 bytes") {
    TestBoard board(ResetReason::brownout);
    board.send(framed(65535, "hello 1 65535") + "\n");
    const TestBoard::Lines lines = board.lines();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].size() <= servoarm::MAX_LINE_OUT);
}

TEST_CASE("both pulses follow their pins, also when the pins are swapped") {
    TestBoard board;
    board.say("servo 1 10 500 2500 27000 4500 1");
    board.say("servo 2 9 500 2500 27000 13500 1");
    board.attach_at(9000, -9000);
    CHECK(board.core.pulse_ticks(1) == 3000);
    CHECK(board.core.pulse_ticks(0) == 1667);
}

TEST_CASE("settings damaged in the board's own memory end in a fault, not in a wild pulse") {
    TestBoard board;
    board.attach_at(22000, 0);
    // the shoulder's travel, 27000, as it lies in memory; a flipped bit makes it 10616
    const int32_t travel = 27000;
    uint8_t *memory = reinterpret_cast<uint8_t *>(&board.core);
    uint8_t *place = nullptr;
    for (std::size_t i = 0; i + 4 <= sizeof board.core && place == nullptr; ++i) {
        place = std::memcmp(memory + i, &travel, 4) == 0 ? memory + i : nullptr;
    }
    REQUIRE(place != nullptr);
    place[1] ^= 0x40;
    board.frames(1);
    CHECK(board.state() == State::fault);
    CHECK(board.core.pulse_ticks(0) == 0);
    CHECK(board.core.pulse_ticks(1) == 0);
    CHECK(board.lines() == TestBoard::Lines{"status fault 0 0 0 0 0 0 0 0"});
    CHECK(board.say("move 0 0") == "err 19 fault");
    CHECK(board.say("pose 0 0") == "err 19 fault");
    CHECK(board.say("attach") == "err 19 fault");
    CHECK(board.say("first 50") == "err 19 fault");
    CHECK(board.say("relax") == "ok");
    CHECK(board.state() == State::relaxed);
}
