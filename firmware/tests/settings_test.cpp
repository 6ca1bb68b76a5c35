#include <doctest/doctest.h>

#include "test_board.h"

using namespace testing;
using servoarm::ResetReason;
using servoarm::STORED_SIZE;

namespace {

std::vector<uint8_t> store(TestBoard &board) {
    std::vector<uint8_t> bytes;
    for (uint8_t i = 0; i < STORED_SIZE; ++i) {
        bytes.push_back(board.core.stored_byte(i));
    }
    board.core.stored();
    return bytes;
}

std::string source(const std::vector<uint8_t> &stored) {
    TestBoard board(ResetReason::power, stored);
    const std::string answer = board.say("hello");
    const std::size_t place = answer.find("settings ") + 18;
    return answer.substr(place, answer.find(' ', place) - place);
}

} // namespace

TEST_CASE("the defaults are PROTOCOL.md's, with the board's own pins") {
    TestBoard board;
    CHECK(board.say("joint 1") == "ok joint 1 -4500 22500 18000 72000");
    CHECK(board.say("joint 2") == "ok joint 2 -13500 13500 18000 72000");
    CHECK(board.say("servo 1") == "ok servo 1 9 500 2500 27000 4500 1");
    CHECK(board.say("servo 2") == "ok servo 2 10 500 2500 27000 13500 1");
    CHECK(board.say("frame") == "ok frame 20000");
    CHECK(board.say("watchdog") == "ok watchdog 1000 0");
    CHECK(board.say("first") == "ok first 25");
    servoarm::Core mega{};
    mega.start(servoarm::Board{{11, 12}}, ResetReason::power);
    CHECK(mega.stored_byte(16) == 11);
    CHECK(mega.stored_byte(56) == 12);
}

TEST_CASE("what may be set, and what may not") {
    const struct {
        const char *line, *answer;
    } rows[] = {
        {"frame 3000", "ok frame 3000"},
        {"frame 2999", "err 10 out-of-range"},
        {"frame 25000", "ok frame 25000"},
        {"frame 25001", "err 10 out-of-range"},
        {"watchdog 0 1", "ok watchdog 0 1"},
        {"watchdog 100 0", "ok watchdog 100 0"},
        {"watchdog 99 0", "err 10 out-of-range"},
        {"watchdog 60001 0", "err 10 out-of-range"},
        {"watchdog 1000 2", "err 10 out-of-range"},
        {"watchdog 1000", "err 9 wrong-count"},
        {"first 0", "err 10 out-of-range"},
        {"first 100", "ok first 100"},
        {"first 101", "err 10 out-of-range"},
        {"joint 0", "err 10 out-of-range"},
        {"joint 1 0 0 100 100", "err 10 out-of-range"},
        {"joint 1 1 0 100 100", "err 10 out-of-range"},
        {"joint 1 -72000 72000 200000 2000000", "ok joint 1 -72000 72000 200000 2000000"},
        {"joint 1 -72001 0 100 100", "err 10 out-of-range"},
        {"joint 1 0 72001 100 100", "err 10 out-of-range"},
        {"joint 1 0 1 99 100", "err 10 out-of-range"},
        {"joint 1 0 1 200001 100", "err 10 out-of-range"},
        {"joint 1 0 1 100 99", "err 10 out-of-range"},
        {"joint 1 0 1 100 2000001", "err 10 out-of-range"},
        {"joint 1 0 1 100", "err 9 wrong-count"},
        {"servo 2 9 300 400 1000 -72000 -1", "ok servo 2 9 300 400 1000 -72000 -1"},
        {"servo 2 11 500 2500 27000 0 1", "err 10 out-of-range"},
        {"servo 2 10 299 2500 27000 0 1", "err 10 out-of-range"},
        {"servo 2 10 500 2801 27000 0 1", "err 10 out-of-range"},
        {"servo 2 10 500 599 27000 0 1", "err 10 out-of-range"},
        {"servo 2 10 500 2500 999 0 1", "err 10 out-of-range"},
        {"servo 2 10 500 2500 72001 0 1", "err 10 out-of-range"},
        {"servo 2 10 500 2500 72000 72001 1", "err 10 out-of-range"},
        {"servo 2 10 500 2500 72000 0 0", "err 10 out-of-range"},
        {"servo 2 10 500 2500 72000 0 2", "err 10 out-of-range"},
    };
    for (const auto &row : rows) {
        CAPTURE(row.line);
        TestBoard board;
        const std::string verb(row.line, std::string(row.line).find(' ') + 2);
        const std::string before = board.say(verb);
        CHECK(board.say(row.line) == row.answer);
        if (row.answer[0] == 'e') {
            CHECK(board.say(verb) == before);
        }
    }
}

TEST_CASE("contradictory settings stop pose and save") {
    const std::vector<std::string> cases[] = {
        {"joint 1 -4501 22500 18000 72000"},  // below the servo's travel
        {"joint 2 -13500 13501 18000 72000"}, // above it
        {"servo 2 9 500 2500 27000 13500 1"}, // one pin for both
        {"frame 3000", "servo 1 9 500 2801 27000 4500 1", "servo 1 9 500 2800 27000 4500 1",
         "servo 2 10 500 2800 27000 13500 1", "frame 3000", "joint 1 -4501 22500 100 100"},
    };
    for (const auto &lines : cases) {
        TestBoard board;
        for (const std::string &line : lines) {
            board.say(line);
        }
        CHECK(board.say("pose 0 0") == "err 17 bad-settings");
        CHECK(board.say("save") == "err 17 bad-settings");
        CHECK(board.say("attach") == "err 14 pose-unknown");
    }
}

TEST_CASE("a frame must be 200 us longer than the longer pulse") {
    TestBoard board;
    board.say("servo 1 9 500 2800 27000 4500 1");
    board.say("frame 3000");
    CHECK(board.say("pose 0 0") == "ok");
    CHECK(board.say("attach") == "ok");
}

TEST_CASE("a pose said under other settings does not count") {
    for (const char *change : {"joint 2 100 200 18000 72000", "servo 1 10 500 2500 27000 4500 1",
                               "frame 10000", "defaults"}) {
        CAPTURE(change);
        TestBoard board;
        board.say("pose 0 0");
        board.say(change);
        CHECK(board.say("attach") == "err 14 pose-unknown");
        CHECK(board.state() == State::relaxed);
    }
}

TEST_CASE("asking for settings, or setting what they are, leaves the pose known") {
    TestBoard board;
    board.say("pose 0 0");
    CHECK(board.say("joint 1") == "ok joint 1 -4500 22500 18000 72000");
    CHECK(board.say("frame 20000") == "ok frame 20000");
    CHECK(board.say("attach") == "ok");
}

TEST_CASE("settings of the same hash are other settings all the same") {
    TestBoard board;
    board.say("pose 0 0");
    CHECK(board.say("joint 1 -4500 22500 40497 126382") == "ok joint 1 -4500 22500 40497 126382");
    CHECK(board.say("hello").find("settings 1ce89db7") != std::string::npos); // as by default
    CHECK(board.say("status") == "ok relaxed 0 0 0 0 0 0 0 4");
    CHECK(board.say("attach") == "err 14 pose-unknown");
}

TEST_CASE("settings change only while relaxed") {
    TestBoard board;
    board.attach_at(0, 0);
    for (const char *line : {"frame 10000", "watchdog 0 0", "first 50", "joint 1 0 1 100 100",
                             "servo 1 9 500 2500 27000 4500 1", "defaults"}) {
        CAPTURE(line);
        CHECK(board.say(line) == "err 15 attached");
    }
    CHECK(board.say("frame") == "ok frame 20000");
    CHECK(board.say("pose 0 0") == "err 15 attached");
}

TEST_CASE("saved settings come back, and a save that changes nothing writes nothing") {
    TestBoard board;
    CHECK(board.say("hello").find("defaults") != std::string::npos);
    board.say("first 50");
    board.say("joint 2 -9000 9000 5000 70000");
    CHECK(board.say("status") == "ok relaxed 0 0 0 0 0 0 0 4");
    CHECK_FALSE(board.core.store_wanted());
    CHECK(board.say("save") == "ok");
    CHECK(board.core.store_wanted());
    CHECK(board.say("status") == "ok relaxed 0 0 0 0 0 0 0 20");
    CHECK(board.say("first 40") == "err 20 busy");
    CHECK(board.say("defaults") == "err 20 busy");
    const std::vector<uint8_t> stored = store(board);
    CHECK(board.say("status") == "ok relaxed 0 0 0 0 0 0 0 0");
    CHECK(board.say("first 50") == "ok first 50");
    CHECK(board.say("save") == "ok");
    CHECK_FALSE(board.core.store_wanted());

    TestBoard after(ResetReason::button, stored);
    CHECK(after.banner == TestBoard::Lines{"servoarm 0.1.0 protocol 1.0 reset button"});
    CHECK(after.say("first") == "ok first 50");
    CHECK(after.say("joint 2") == "ok joint 2 -9000 9000 5000 70000");
    CHECK(source(stored) == "stored");
    CHECK(after.say("defaults") == "ok");
    CHECK(after.say("first") == "ok first 25");
    CHECK(after.say("status") == "ok relaxed 0 0 0 0 0 0 0 4");
}

TEST_CASE("a board that cannot store never says that it did") {
    TestBoard board;
    board.say("first 50");
    board.say("save");
    board.core.not_stored();
    CHECK(board.say("status") == "ok relaxed 0 0 0 0 0 0 0 4");
    CHECK(board.say("hello").find(" defaults ") != std::string::npos);
    CHECK(board.say("first 40") == "ok first 40");
}

TEST_CASE("not while moving") {
    TestBoard board;
    board.attach_at(0, 0);
    board.say("move 4500 0");
    board.frames(3);
    CHECK(board.say("save") == "err 16 moving");
    board.say("stop");
    CHECK(board.say("save") == "err 16 moving");
    board.frames_to_rest();
    CHECK(board.say("save") == "ok");
}

TEST_CASE("stored bytes that cannot be used leave the defaults in force") {
    TestBoard board;
    board.say("first 50");
    board.say("save");
    const std::vector<uint8_t> good = store(board);
    CHECK(source(std::vector<uint8_t>(STORED_SIZE, 0xff)) == "defaults");
    CHECK(source(std::vector<uint8_t>(STORED_SIZE, 0)) == "damaged");
    std::vector<uint8_t> without_version = good;
    without_version.back() = 0xff;
    CHECK(source(without_version) == "damaged");
    for (uint8_t i = 0; i < STORED_SIZE; ++i) {
        std::vector<uint8_t> damaged = good;
        damaged[i] ^= static_cast<uint8_t>(1u << (i % 8));
        CAPTURE(i);
        REQUIRE(source(damaged) == "damaged");
        TestBoard after(ResetReason::power, damaged);
        REQUIRE(after.say("first") == "ok first 25");
    }
    // whole, but of another board: its pins are not this one's
    servoarm::Core mega{};
    mega.start(servoarm::Board{{11, 12}}, ResetReason::power);
    std::vector<uint8_t> foreign;
    for (uint8_t i = 0; i < STORED_SIZE; ++i) {
        foreign.push_back(mega.stored_byte(i));
    }
    CHECK(source(foreign) == "damaged");
}
