// A host drives: framed lines, sequence numbers, the watchdog, and a link cut at any time.
#include <doctest/doctest.h>

#include "test_board.h"

using namespace testing;

TEST_CASE("hello makes the board strict, open ends it") {
    TestBoard board;
    CHECK(board.request("status") == "err 5 no-session");
    CHECK(board.hello().compare(0, 31, "ok servoarm 0.1.0 protocol 1.0 ") == 0);
    CHECK(board.request("status") == "ok relaxed 0 0 0 0 0 0 0 32");
    board.send("status\n");
    CHECK(board.lines() == TestBoard::Lines{framed("-", "err 6 host-connected")});
    board.send("?");
    CHECK(board.lines() == TestBoard::Lines{framed("-", "status relaxed 0 0 0 0 0 0 0 32")});
    CHECK(board.say("open") == "ok");
    CHECK(board.say("status") == "ok relaxed 0 0 0 0 0 0 0 0");
    board.hello(2);
    CHECK(board.request("open") == "ok");
    CHECK(board.request("status") == "err 5 no-session");
}

TEST_CASE("another major version is refused, and changes nothing") {
    TestBoard board;
    CHECK(board.request("hello 2 1") == "err 18 protocol-version 1 0");
    CHECK(board.request("hello 0") == "err 18 protocol-version 1 0");
    CHECK(board.say("status") == "ok relaxed 0 0 0 0 0 0 0 0");
    CHECK(board.request("hello 1 7 99").compare(0, 3, "ok ") == 0); // fields may be added
}

TEST_CASE("a sequence number counts once, and only forwards") {
    TestBoard board;
    const auto answer = [&board](unsigned sequence) {
        return board.say(framed(sequence, "stop")) == framed(sequence, "ok");
    };
    board.say(framed(65000, "hello 1 1"));
    CHECK_FALSE(answer(65000));
    CHECK(answer(65001));
    CHECK_FALSE(answer(65001));
    CHECK(answer(65535));
    CHECK(answer(0));
    CHECK_FALSE(answer(65535));
    CHECK(answer(32767));
    CHECK_FALSE(answer(32767 + 32768));
    CHECK(answer(32767 + 32767));
}

TEST_CASE("a refused line is accepted all the same: it does not come true later") {
    TestBoard board;
    board.say(framed(1, "hello 1 1"));
    const std::string move = framed(2, "move 9000 0");
    CHECK(board.say(move) == framed(2, "err 13 relaxed"));
    board.say(framed(3, "pose 0 0"));
    board.say(framed(4, "attach"));
    CHECK(board.say(move) == framed(2, "err 4 stale-sequence"));
    CHECK(board.goal(0) == 0);
}

TEST_CASE("what a stop overtook is one gap, and earns no answer") {
    TestBoard board;
    board.send("!");
    board.core.overtaken(true);
    board.lines();
    board.send("1 2\npose 1 2\ncounters\n");
    CHECK(board.lines() == TestBoard::Lines{"ok", "ok counters 0 1 0"});
    board.send("!");
    board.core.overtaken(false); // it ended with a line's end: what follows is a line
    board.lines();
    CHECK(board.say("pose 1 2") == "ok");
}

TEST_CASE("each digit of a line's checksum counts") {
    for (std::size_t digit = 0; digit < 8; ++digit) {
        CAPTURE(digit);
        TestBoard board;
        board.say(framed(1, "hello 1 1"));
        std::string line = framed(2, "stop");
        char &place = line[line.size() - 1 - digit];
        place = place == '0' ? '1' : '0';
        CHECK(board.say(line) == framed("-", "err 3 bad-checksum"));
    }
}

TEST_CASE("a lost host counts as found at a hello or a typed move that is taken") {
    TestBoard board;
    const auto host_lost = [&board] {
        board.send("?");
        std::string status = board.lines().back();
        status = status.substr(0, status.find('*'));
        return (std::stoi(status.substr(status.rfind(' '))) & 2) != 0;
    };
    board.hello(1);
    board.request("pose 0 0");
    board.request("attach");
    board.frames(51);
    CHECK(host_lost());
    board.frames(60);
    board.hello(2);
    board.frames(1);
    CHECK_FALSE(host_lost());
    board.frames(50); // a new session has all its time
    CHECK_FALSE(host_lost());
    board.frames(51);
    CHECK(host_lost());
    board.say("open");
    CHECK(board.say("move 90000 0") == "err 11 shoulder-limit");
    CHECK(host_lost());
    CHECK(board.say("move 100 0") == "ok");
    CHECK_FALSE(host_lost());
}

TEST_CASE("a new session eases a moving arm to a stop; a repeated hello does not") {
    TestBoard board;
    board.hello(1);
    board.request("pose 0 0");
    board.request("attach");
    board.request("move 9000 0");
    board.frames(10);
    board.hello(1);
    CHECK(board.state() == State::moving);
    board.hello(2);
    CHECK(board.state() == State::stopping);
}

TEST_CASE("open eases a moving arm to a stop, and then no watchdog bites") {
    TestBoard board;
    board.hello();
    board.request("pose 0 0");
    board.request("attach");
    board.request("move 9000 0");
    board.frames(10);
    board.request("open");
    CHECK(board.state() == State::stopping);
    board.frames_to_rest();
    board.frames(3000);
    CHECK(board.state() == State::holding);
    CHECK(board.say("move 20000 0") == "ok");
    board.frames(100); // a typed move goes on without anyone's keep-alive
    CHECK(board.state() == State::moving);
}

TEST_CASE("the watchdog counts from the last acceptable line or '?'") {
    TestBoard board;
    board.hello();
    board.request("pose 0 0");
    board.request("attach");
    board.request("move 22500 0 10");
    board.frames(49);
    board.send("?");
    board.frames(49);
    CHECK(board.state() == State::moving);
    board.request("status");
    board.frames(30);
    board.send("typed\n:99 rubbish*00000000\n!"); // no signs of life; '!' stops
    CHECK(board.state() == State::stopping);
    board.request("move 22500 0 10");
    board.frames(50);
    CHECK(board.state() == State::moving); // the first frame had begun before the line
    board.frames(1);
    CHECK(board.state() == State::stopping);
    board.frames_to_rest();
    board.lines();
    const std::string status = board.request("status");
    CHECK((std::stoi(status.substr(status.rfind(' '))) & 2) == 2);
    board.hello(1);
    const std::string after = board.request("status");
    CHECK((std::stoi(after.substr(after.rfind(' '))) & 2) == 0);
}

TEST_CASE("the watchdog's time is kept at every frame length, and 0 turns it off") {
    const struct {
        const char *frame, *watchdog;
        int frames; // -1: never
    } rows[] = {
        {"frame 3000", "watchdog 100 0", 1 + 34},
        {"frame 25000", "watchdog 100 0", 1 + 4},
        {"frame 20000", "watchdog 60000 0", 1 + 3000},
        {"frame 20000", "watchdog 0 0", -1},
    };
    for (const auto &row : rows) {
        CAPTURE(row.watchdog);
        TestBoard board;
        board.hello();
        board.request(row.frame);
        board.request(row.watchdog);
        board.request("joint 1 -4500 22500 100 100");
        board.request("pose 0 0");
        board.request("attach");
        board.request("move 22500 0");
        int frames = 0;
        while (board.state() == State::moving && frames < 5000) {
            board.frames(1);
            ++frames;
        }
        CHECK((frames == 5000 ? -1 : frames) == row.frames);
    }
}

TEST_CASE("a host that comes back in time keeps the arm from relaxing") {
    TestBoard board;
    board.hello();
    board.request("watchdog 1000 1");
    board.request("pose 0 0");
    board.request("attach");
    board.request("move 22500 0");
    board.frames(51);
    REQUIRE(board.state() == State::stopping);
    board.request("status");
    board.frames_to_rest();
    CHECK(board.state() == State::holding);
}

namespace {

// Brings the arm into a state in which the link is then cut.
struct Cut {
    const char *name;
    void (*prepare)(TestBoard &board);
    bool pulses; // the arm is held when the link goes
};

const Cut CUTS[] = {
    {"nothing said", [](TestBoard &) {}, false},
    {"strict", [](TestBoard &board) { board.hello(); }, false},
    {"pose said",
     [](TestBoard &board) {
         board.hello();
         board.request("pose 9000 0");
     },
     false},
    {"attach just sent",
     [](TestBoard &board) {
         board.hello();
         board.request("pose 9000 0");
         board.request("attach");
     },
     true},
    {"moving",
     [](TestBoard &board) {
         board.hello();
         board.request("pose 9000 0");
         board.request("attach");
         board.request("move 22000 9000");
         board.frames(20);
     },
     true},
    {"half a line sent",
     [](TestBoard &board) {
         board.hello();
         board.request("pose 9000 0");
         board.request("attach");
         board.request("move 22000 9000");
         board.frames(20);
         board.send(":999 move -4500 -90");
     },
     true},
    {"stopping",
     [](TestBoard &board) {
         board.hello();
         board.request("pose 9000 0");
         board.request("attach");
         board.request("move 22000 9000");
         board.frames(20);
         board.request("stop");
     },
     true},
    {"holding",
     [](TestBoard &board) {
         board.hello();
         board.request("pose 9000 0");
         board.request("attach");
         board.request("move 9500 100");
         board.frames_to_rest();
     },
     true},
};

} // namespace

TEST_CASE("a link cut in any state: on towards what was asked, an eased stop, then as set") {
    for (const Cut &cut : CUTS) {
        for (const char *action : {"watchdog 500 0", "watchdog 500 1"}) {
            CAPTURE(cut.name);
            CAPTURE(action);
            TestBoard board;
            board.say(action);
            cut.prepare(board);
            const servoarm::Profile &shoulder = board.core.motion().joint(0);
            const int32_t goal = shoulder.goal();
            int32_t last = shoulder.position_units();
            int32_t velocity = shoulder.velocity_units();
            for (int frame = 0; frame < 200; ++frame) {
                board.frames(1);
                const State state = board.state();
                if (state == State::relaxed) {
                    CHECK(board.core.pulse_ticks(0) == 0);
                    CHECK(board.core.pulse_ticks(1) == 0);
                    continue;
                }
                REQUIRE(shoulder.position_units() >= last); // towards its goal, never back
                REQUIRE(shoulder.position() <= goal);
                REQUIRE(std::abs(shoulder.velocity_units() - velocity) <=
                        shoulder.acceleration_units());
                last = shoulder.position_units();
                velocity = shoulder.velocity_units();
            }
            const bool relaxes = std::string(action) == "watchdog 500 1";
            CHECK(board.state() == (cut.pulses && !relaxes ? State::holding : State::relaxed));
        }
    }
}

TEST_CASE("of a framed line's faults the first is told, and a line that counted is used up") {
    const std::string overlong = framed(2, "dance " + std::string(60, 'x'));
    const std::string damaged = framed(2, "dance").replace(4, 1, "b");
    const struct {
        const char *name;
        std::string line;
        std::string answer;
        bool counts; // its sequence number cannot come again
    } rows[] = {
        {"too long before all else", overlong, framed("-", "err 1 line-too-long"), false},
        {"character before length", ":2 da\tnce" + std::string(60, 'x'),
         framed("-", "err 2 bad-character"), false},
        {"length before character", ":2 " + std::string(60, 'x') + "\t",
         framed("-", "err 1 line-too-long"), false},
        {"checksum before verb", damaged, framed("-", "err 3 bad-checksum"), false},
        {"stale before verb", framed(1, "dance"), framed(1, "err 4 stale-sequence"), false},
        {"stale before number", framed(1, "move x"), framed(1, "err 4 stale-sequence"), false},
        {"verb before number", framed(2, "dance x"), framed(2, "err 7 unknown-verb"), true},
        {"number before count", framed(2, "move x"), framed(2, "err 8 bad-number"), true},
        {"number before an eighth", framed(2, "servo 1 2 3 4 5 x 7 8"),
         framed(2, "err 8 bad-number"), true},
        {"an eighth before a number behind it", framed(2, "servo 1 2 3 4 5 6 7 8 x"),
         framed(2, "err 9 wrong-count"), true},
        {"count before range", framed(2, "joint 3 0"), framed(2, "err 9 wrong-count"), true},
        {"range before state", framed(2, "move 0 0 101"), framed(2, "err 10 out-of-range"), true},
        {"state before limits", framed(2, "move 90000 0"), framed(2, "err 13 relaxed"), true},
        {"shoulder before elbow", framed(2, "pose 90000 90000"), framed(2, "err 11 shoulder-limit"),
         true},
        {"hello: version before count", framed(2, "hello 2"),
         framed(2, "err 18 protocol-version 1 0"), false},
        {"hello: number before version", framed(2, "hello 2 x"), framed(2, "err 8 bad-number"),
         false},
        {"hello: count before nonce", framed(2, "hello 1"), framed(2, "err 9 wrong-count"), false},
        {"hello: nonce", framed(2, "hello 1 65536"), framed(2, "err 10 out-of-range"), false},
        {"hello: below 0", framed(2, "hello 1 -1"), framed(2, "err 10 out-of-range"), false},
    };
    for (const auto &row : rows) {
        CAPTURE(row.name);
        TestBoard board;
        board.say(framed(1, "hello 1 1"));
        CHECK(board.say(row.line) == row.answer);
        CHECK(board.say(framed(2, "stop")) ==
              framed(2, row.counts ? "err 4 stale-sequence" : "ok"));
    }
}

TEST_CASE("a refused hello leaves session and sequence as they are, a repeated one is a line") {
    TestBoard board;
    board.say(framed(10, "hello 1 1"));
    board.say(framed(20, "stop"));
    CHECK(board.say(framed(50, "hello 2 1")) == framed(50, "err 18 protocol-version 1 0"));
    CHECK(board.say(framed(21, "stop")) == framed(21, "ok"));
    CHECK(board.say(framed(21, "hello 1 1")) == framed(21, "err 4 stale-sequence"));
    CHECK(board.say(framed(5, "hello 1 2")).compare(0, 6, ":5 ok ") == 0); // another session
    CHECK(board.say(framed(6, "stop")) == framed(6, "ok"));
}
