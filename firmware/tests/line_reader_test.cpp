#include <doctest/doctest.h>

#include "../servo_arm/src/core/line_reader.h"
#include "test_board.h"

using servoarm::Error;
using servoarm::LineReader;

namespace {

// What a reader makes of the bytes: lines in brackets, errors as their code,
// '-' for what was dropped.
std::string told(const std::string &bytes) {
    LineReader reader{};
    std::string story;
    for (char byte : bytes) {
        switch (reader.receive(static_cast<uint8_t>(byte))) {
        case LineReader::Event::line:
            story += reader.error() == Error::none
                         ? std::string("[") + reader.text() + "]"
                         : std::to_string(static_cast<int>(reader.error()));
            reader.begin();
            break;
        case LineReader::Event::dropped:
            story += "-";
            break;
        case LineReader::Event::none:
            break;
        }
    }
    return story;
}

} // namespace

TEST_CASE("where lines begin and end") {
    const std::string sixty(60, 'a');
    const struct {
        std::string bytes, story;
    } rows[] = {
        {"stop\n", "[stop]"},
        {"stop\r", "[stop]"},
        {"stop\r\n", "[stop]"},
        {"\n\r\n\r\r", ""},
        {"stop", ""},
        {"a\nb\rc\r\nd", "[a][b][c]"},
        {"  a  b \n", "[a  b ]"},
        {"  \n", ""},
        {"  " + sixty + "\n", "[" + sixty + "]"},
        {"  :1 a\n", "[:1 a]"},
        {":1 a*0\n", "[:1 a*0]"},
        {":\n", "[:]"},
        {"mo:1 a\n", "-[:1 a]"},
        {":1 a:2 b\n", "-[:2 b]"},
        {"::1 a\n", "-[:1 a]"},
        {"\x80\x80:1 a\n", "-[:1 a]"},
        {sixty + "\n", "[" + sixty + "]"},
        {sixty + "a\nb\n", "1[b]"},
        {sixty + sixty + sixty + "\nb\n", "1[b]"},
        {":" + sixty + "\n", "1"},
        {sixty + "a:1 a\n", "-[:1 a]"},
        {"a\tb\nc\n", "2[c]"},
        {"\x7f\n", "2"},
        {std::string("a\0b\n", 4), "2"},
        {"\x80" + sixty + sixty + "\n", "2"},
        {sixty + "a\x80\n", "1"},
    };
    for (const auto &row : rows) {
        CAPTURE(row.bytes);
        CHECK(told(row.bytes) == row.story);
    }
}

TEST_CASE("a dropped line is silent up to its end, and only it") {
    LineReader reader{};
    const auto feed = [&reader](const std::string &bytes) {
        LineReader::Event last = LineReader::Event::none;
        for (char byte : bytes) {
            last = reader.receive(static_cast<uint8_t>(byte));
        }
        return last;
    };
    feed("move 1");
    CHECK(reader.drop());
    CHECK_FALSE(reader.drop());
    CHECK(feed("000 2000\x80\n") == LineReader::Event::none);
    CHECK(feed("stop\n") == LineReader::Event::line);
    reader.begin();
    CHECK_FALSE(reader.drop()); // nothing in progress: the next line counts
    CHECK(feed("stop\n") == LineReader::Event::line);
    reader.begin();
    feed(":1 mo");
    CHECK(reader.drop());
    CHECK(feed("ve:2 stop") == LineReader::Event::none);
    CHECK(feed("\n") == LineReader::Event::line);
    CHECK(std::string(reader.text()) == ":2 stop");
}

TEST_CASE("a line that lost a byte is refused") {
    LineReader reader{};
    reader.receive('a');
    reader.lost_byte();
    reader.receive('b');
    CHECK(reader.receive('\n') == LineReader::Event::line);
    CHECK(reader.error() == Error::bad_checksum);
    reader.begin();
    reader.lost_byte();
    CHECK(reader.receive(':') == LineReader::Event::dropped);
    reader.receive('1');
    CHECK(reader.receive('\n') == LineReader::Event::line);
    CHECK(reader.error() == Error::none);
    reader.begin();
    for (int i = 0; i < 61; ++i) {
        reader.receive('a');
    }
    reader.lost_byte();
    CHECK(reader.receive('\n') == LineReader::Event::line);
    CHECK(reader.error() == Error::line_too_long); // the first fault is told
    reader.begin();
    reader.receive('a');
    reader.drop();
    reader.lost_byte();
    CHECK(reader.receive('\n') == LineReader::Event::none); // nobody wants it
}

TEST_CASE("behind bytes that a stop overtook begins a new line, or the rest of one") {
    const struct {
        const char *before;
        bool cut_line;
        const char *after;
        const char *obeyed; // the line that counts
    } rows[] = {
        {"", false, "stop\n", "stop"},
        {"move 1 ", false, "stop\n", "stop"}, // its end was among what is lost
        {"", true, "1 2\nstop\n", "stop"},
        {"move 1 ", true, "2\nstop\n", "stop"},
        {"move 1 ", true, "2\n\nstop\n", "stop"},
        {"", true, "1 2:3 stop\n", ":3 stop"},
    };
    for (const auto &row : rows) {
        CAPTURE(row.before);
        CAPTURE(row.after);
        LineReader reader{};
        for (const char *at = row.before; *at != '\0'; ++at) {
            reader.receive(static_cast<uint8_t>(*at));
        }
        reader.drop(); // the stop
        reader.overtaken(row.cut_line);
        LineReader::Event event = LineReader::Event::none;
        for (const char *at = row.after; *at != '\0'; ++at) {
            REQUIRE(event != LineReader::Event::line);
            event = reader.receive(static_cast<uint8_t>(*at));
        }
        CHECK(event == LineReader::Event::line);
        CHECK(reader.error() == Error::none);
        CHECK(std::string(reader.text()) == row.obeyed);
    }
}
