// The vectors that the Python codec reads too.
#include <doctest/doctest.h>

#include "../servo_arm/src/core/crc32.h"
#include "../servo_arm/src/core/pulse_map.h"
#include "test_board.h"
#include "vectors.h"

using namespace testing;

namespace {

std::vector<int32_t> numbers(const std::string &text) {
    std::stringstream stream(text);
    std::vector<int32_t> found;
    for (int32_t number = 0; stream >> number;) {
        found.push_back(number);
    }
    return found;
}

std::string name_in(const std::string &line) {
    const std::size_t code = line.find("err ");
    if (code == std::string::npos) {
        return "no error: " + line;
    }
    std::stringstream stream(line.substr(code + 4));
    std::string number;
    std::string name;
    stream >> number >> name;
    return name.substr(0, name.find('*'));
}

} // namespace

TEST_CASE("frames: the board's CRC is zlib's") {
    const std::vector<Vector> rows = vectors("frame");
    REQUIRE(rows.size() > 5);
    for (const Vector &row : rows) {
        CAPTURE(row.expected);
        CHECK(framed(row.sequence, row.text) == row.expected);
        servoarm::Crc32 crc{};
        crc.start();
        for (char character : row.sequence + " " + row.text) {
            crc.add(static_cast<uint8_t>(character));
        }
        CHECK(crc.value() == reference_crc(row.sequence + " " + row.text));
    }
}

TEST_CASE("a strict board refuses each malformed line once, by name, and takes the next") {
    const std::vector<Vector> rows = vectors("strict");
    REQUIRE(rows.size() > 30);
    for (const Vector &row : rows) {
        CAPTURE(row.text);
        TestBoard board;
        board.say(framed(10, "hello 1 1"));
        board.send(unescaped(row.text) + "\n");
        const TestBoard::Lines answers = board.lines();
        REQUIRE(answers.size() == 1);
        CHECK(name_in(answers[0]) == row.expected);
        CHECK(answers[0].compare(0, row.sequence.size() + 2, ":" + row.sequence + " ") == 0);
        CHECK(board.state() == State::relaxed);
        CHECK(board.say(framed(20, "stop")) == framed(20, "ok"));
    }
}

TEST_CASE("an open board refuses each malformed line once, by name") {
    const std::vector<Vector> rows = vectors("open");
    REQUIRE(rows.size() > 8);
    for (const Vector &row : rows) {
        CAPTURE(row.text);
        TestBoard board;
        board.send(unescaped(row.text) + "\r\n");
        const TestBoard::Lines answers = board.lines();
        REQUIRE(answers.size() == 1);
        CHECK(name_in(answers[0]) == row.expected);
        CHECK((answers[0][0] == ':') == !row.sequence.empty());
        CHECK(board.say("stop") == "ok");
    }
}

TEST_CASE("settings hash") {
    const std::vector<Vector> rows = vectors("hash");
    REQUIRE(rows.size() == 3);
    for (const Vector &row : rows) {
        CAPTURE(row.note);
        std::vector<int32_t> values = numbers(row.text);
        REQUIRE(values.size() == servoarm::SETTINGS);
        servoarm::Settings settings{};
        REQUIRE(settings.exchange(servoarm::Board{{9, 10}}, 0, servoarm::SETTINGS, values.data()));
        char hash[9];
        std::snprintf(hash, sizeof hash, "%08x", static_cast<unsigned>(settings.hash()));
        CHECK(hash == row.expected);
    }
}

TEST_CASE("no settings, however damaged, make a pulse that no servo may get") {
    const struct {
        int32_t lo_us, hi_us;
        int lowest, highest; // ticks, at either end of the travel
    } rows[] = {{300, 2800, 600, 5600}, {299, 2800, 0, 5600}, {300, 2801, 600, 0}};
    for (const auto &row : rows) {
        const int32_t values[] = {9, row.lo_us, row.hi_us, 27000, 0, 1, 0, 27000, 18000, 72000};
        const servoarm::JointSettings joint(values);
        CHECK(servoarm::pulse_ticks(joint, 0) == row.lowest);
        CHECK(servoarm::pulse_ticks(joint, 27000) == row.highest);
        CHECK(servoarm::pulse_ticks(joint, 27001) == 0);
        CHECK(servoarm::pulse_ticks(joint, -1) == 0);
    }
}

TEST_CASE("pulse map") {
    const std::vector<Vector> rows = vectors("pulse");
    REQUIRE(rows.size() > 20);
    for (const Vector &row : rows) {
        CAPTURE(row.text);
        const std::vector<int32_t> n = numbers(row.text);
        REQUIRE(n.size() == 6);
        for (uint8_t joint = 0; joint < servoarm::JOINTS; ++joint) {
            int32_t servo[6] = {9, n[0], n[1], n[2], n[3], n[4]};
            servoarm::Settings settings{};
            settings.set_defaults(servoarm::Board{{9, 10}});
            const uint8_t first =
                static_cast<uint8_t>(servoarm::JOINTS_PLACE + joint * servoarm::JOINT_SETTINGS);
            REQUIRE(settings.exchange(servoarm::Board{{9, 10}}, first, 6, servo));
            CHECK(servoarm::pulse_ticks(settings.joint(joint), n[5]) == std::stoi(row.expected));
        }
    }
}
