#include <doctest/doctest.h>

#include "test_board.h"

using namespace testing;
using servoarm::ResetReason;
using servoarm::SLOT_SIZE;
using servoarm::STORED_SIZE;

namespace {

// Writes at most `most` bytes of the slot, as a board does before its power is cut; the byte at the
// cut is left half written. Returns whether it came to an end.
bool write(TestBoard &board, Storage &storage, int most, uint8_t torn = 0xff) {
    for (uint8_t i = 0; i < SLOT_SIZE; ++i) {
        uint8_t &place = storage[board.core.store_address() + i];
        const uint8_t byte = board.core.stored_byte(i);
        if (place != byte) {
            if (most-- == 0) {
                place = torn == byte ? static_cast<uint8_t>(~byte) : torn;
                return false;
            }
            place = byte;
        }
    }
    board.core.stored();
    return true;
}

void save(TestBoard &board, Storage &storage) {
    REQUIRE(board.say("save") == "ok");
    REQUIRE(board.core.store_wanted());
    REQUIRE(write(board, storage, SLOT_SIZE));
}

std::string source(const Storage &storage) {
    TestBoard board(ResetReason::power, storage);
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
    servoarm::Core other{};
    start(other, servoarm::Board{{12, 3}});
    CHECK(other.stored_byte(16) == 12);
    CHECK(other.stored_byte(56) == 3);
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
        {"servo 2 10 500 2500 72000 0 -2", "err 10 out-of-range"},
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

TEST_CASE("the longest pulses fit the shortest frame") {
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
    const uint8_t number = board.core.stored_byte(servoarm::COUNTER_PLACE);
    CHECK(board.say("save") == "ok"); // the same save: it goes on
    CHECK(board.core.stored_byte(servoarm::COUNTER_PLACE) == number);
    CHECK(board.say("first 40") == "err 20 busy");
    CHECK(board.say("defaults") == "err 20 busy");
    Storage storage = new_storage();
    REQUIRE(write(board, storage, SLOT_SIZE));
    CHECK(board.say("status") == "ok relaxed 0 0 0 0 0 0 0 0");
    CHECK(board.say("first 50") == "ok first 50");
    CHECK(board.say("save") == "ok");
    CHECK_FALSE(board.core.store_wanted());

    TestBoard after(ResetReason::button, storage);
    CHECK(after.banner == TestBoard::Lines{"servoarm 0.1.0 protocol 1.0 reset button"});
    CHECK(after.say("first") == "ok first 50");
    CHECK(after.say("joint 2") == "ok joint 2 -9000 9000 5000 70000");
    CHECK(source(storage) == "stored");
    CHECK(after.say("defaults") == "ok");
    CHECK(after.say("first") == "ok first 25");
    CHECK(after.say("status") == "ok relaxed 0 0 0 0 0 0 0 4");
}

TEST_CASE("a stored set ends in the CRC-32 of its values, the layout's version and its number") {
    TestBoard board;
    Storage storage = new_storage();
    const uint8_t start = board.core.store_address();
    save(board, storage);
    const std::string values(storage.begin() + start,
                             storage.begin() + start + servoarm::VALUE_BYTES);
    const char version = static_cast<char>(storage[start + servoarm::VERSION_PLACE]);
    const char number = static_cast<char>(storage[start + servoarm::COUNTER_PLACE]);
    const uint32_t check = reference_crc(values + version + number);
    for (uint8_t i = 0; i < 4; ++i) {
        CHECK(storage[start + servoarm::CHECK_PLACE + i] == static_cast<uint8_t>(check >> 8 * i));
    }
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

TEST_CASE("where no set is whole the defaults are in force") {
    CHECK(source(new_storage()) == "defaults");
    CHECK(source(Storage(STORED_SIZE, 0)) == "damaged");
    TestBoard board;
    board.say("first 50");
    Storage good = new_storage();
    save(board, good);
    for (uint8_t i = 0; i < SLOT_SIZE; ++i) {
        Storage damaged = good;
        damaged[i] ^= static_cast<uint8_t>(1u << (i % 8));
        CAPTURE(i);
        REQUIRE(source(damaged) == "damaged");
        TestBoard after(ResetReason::power, damaged);
        REQUIRE(after.say("first") == "ok first 25");
    }
    // whole, but of another board: its pins are not this one's
    servoarm::Core mega{};
    start(mega, servoarm::Board{{11, 12}});
    for (char byte : std::string("save\n")) {
        mega.receive(static_cast<uint8_t>(byte));
    }
    Storage foreign = new_storage();
    for (uint8_t i = 0; i < SLOT_SIZE; ++i) {
        foreign[mega.store_address() + i] = mega.stored_byte(i);
    }
    CHECK(source(foreign) == "damaged");
}

TEST_CASE("one damaged set leaves the other in force, whichever it is") {
    TestBoard board;
    Storage good = new_storage();
    for (const char *first : {"first 50", "first 51"}) {
        board.say(first);
        save(board, good);
    }
    REQUIRE(TestBoard(ResetReason::power, good).say("first") == "ok first 51");
    for (uint8_t i = 0; i < STORED_SIZE; ++i) {
        Storage damaged = good;
        damaged[i] ^= static_cast<uint8_t>(1u << (i % 8));
        CAPTURE(i);
        TestBoard after(ResetReason::power, damaged);
        REQUIRE(after.say("first") == (i < SLOT_SIZE ? "ok first 51" : "ok first 50"));
        REQUIRE(source(damaged) == "stored");
        // and the next save is whole again
        after.say("first 52");
        save(after, damaged);
        REQUIRE(TestBoard(ResetReason::power, damaged).say("first") == "ok first 52");
    }
    Storage both = good;
    both[5] ^= 1;
    both[SLOT_SIZE + 5] ^= 1;
    CHECK(source(both) == "damaged");
}

TEST_CASE("a power cut at any byte of a save leaves the set that was in force") {
    Random random(5);
    TestBoard board;
    Storage storage = new_storage();
    // more saves than a byte counts; new values in all bytes, in few, and those of two saves ago
    for (int round = 0; round < 300; ++round) {
        CAPTURE(round);
        if (round % 2 == 0) {
            board = TestBoard(ResetReason::power, storage);
        }
        const std::string in_force = TestBoard(ResetReason::power, storage).say("hello");
        const int first = round % 5 == 0 ? 25 : random.between(1, 100);
        board.say("first " + std::to_string(first));
        if (round % 3 == 0) {
            board.say("joint 1 " + std::to_string(random.between(-4500, 0)) + " " +
                      std::to_string(random.between(1, 22500)) + " " +
                      std::to_string(random.between(100, 200000)) + " " +
                      std::to_string(random.between(100, 2000000)));
        }
        board.say("watchdog " + std::to_string(1000 + round) + " 0");
        REQUIRE(board.say("save") == "ok");
        bool whole = false;
        for (int cut = 0; !whole; ++cut) {
            REQUIRE(cut <= SLOT_SIZE);
            for (const uint8_t torn : {0xff, 0x00, 0x5a}) {
                Storage after_cut = storage;
                TestBoard writing = board; // the power is cut; this one's memory is gone
                whole = write(writing, after_cut, cut, torn);
                if (whole) {
                    break;
                }
                CAPTURE(cut);
                const std::string hello = TestBoard(ResetReason::power, after_cut).say("hello");
                if (round > 0) {
                    REQUIRE(hello == in_force);
                } else { // there was none
                    const bool touched = after_cut != storage;
                    const char *word = touched ? "damaged" : "defaults";
                    REQUIRE(hello.find(std::string(" settings 1ce89db7 ") + word + " ") !=
                            std::string::npos);
                }
            }
        }
        REQUIRE(write(board, storage, SLOT_SIZE));
        TestBoard after(ResetReason::power, storage);
        REQUIRE(after.say("first") == "ok first " + std::to_string(first));
        REQUIRE(after.say("watchdog") == "ok watchdog " + std::to_string(1000 + round) + " 0");
    }
}

TEST_CASE("a save that is cut again and again never costs the set in force") {
    TestBoard board;
    Storage storage = new_storage();
    board.say("first 50");
    save(board, storage);
    Random random(6);
    for (int i = 0; i < 500; ++i) {
        TestBoard next(ResetReason::power, storage);
        REQUIRE(next.say("first") == "ok first 50");
        next.say("watchdog " + std::to_string(random.between(100, 60000)) + " 1");
        next.say("save");
        REQUIRE_FALSE(write(next, storage, random.between(0, 2)));
    }
}

TEST_CASE("the one set that the first firmware stored is read, and kept until a new one is whole") {
    TestBoard board;
    board.say("first 50");
    Storage old = new_storage();
    for (uint8_t i = 0; i < servoarm::VALUE_BYTES; ++i) {
        old[i] = board.core.stored_byte(i);
    }
    const uint32_t hash =
        reference_crc(std::string(old.begin(), old.begin() + servoarm::VALUE_BYTES));
    for (uint8_t i = 0; i < 4; ++i) {
        old[servoarm::VALUE_BYTES + i] = static_cast<uint8_t>(hash >> 8 * i);
    }
    old[servoarm::VALUE_BYTES + 4] = 1;                     // the version
    for (const uint8_t behind : {0xff, 0x00, 0x7f, 0x80}) { // what lay there was never ours
        Storage storage = old;
        storage[servoarm::VALUE_BYTES + 5] = behind;
        CAPTURE(static_cast<int>(behind));
        CHECK(source(storage) == "stored");
        TestBoard upgraded(ResetReason::power, storage);
        CHECK(upgraded.say("first") == "ok first 50");
        upgraded.say("first 51");
        upgraded.say("save");
        Storage cut = storage;
        TestBoard writing = upgraded;
        REQUIRE_FALSE(write(writing, cut, 20));
        CHECK(TestBoard(ResetReason::power, cut).say("first") == "ok first 50");
        REQUIRE(write(upgraded, storage, SLOT_SIZE));
        TestBoard after(ResetReason::power, storage);
        CHECK(after.say("first") == "ok first 51");
        after.say("first 52");
        save(after, storage);
        CHECK(TestBoard(ResetReason::power, storage).say("first") == "ok first 52");
    }
}

TEST_CASE("only what differs is written") {
    TestBoard board;
    Storage storage = new_storage();
    save(board, storage);
    board.say("first 50");
    save(board, storage);
    board.say("first 51");
    REQUIRE(board.say("save") == "ok");
    Storage before = storage;
    REQUIRE(write(board, storage, SLOT_SIZE));
    int written = 0;
    for (uint8_t i = 0; i < STORED_SIZE; ++i) {
        written += storage[i] == before[i] ? 0 : 1;
    }
    CHECK(written <= 1 + 4 + 1); // a value's byte, the check, the number
}
