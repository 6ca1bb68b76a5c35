// A board for tests: the core, a line of text in, lines of text out, and servo frames on demand.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "../servo_arm/src/core/core.h"

namespace testing {

using servoarm::State;

// CRC-32 bit by bit, from its definition; the vectors hold it to zlib's.
inline uint32_t reference_crc(const std::string &text) {
    uint32_t crc = 0xffffffffu;
    for (unsigned char byte : text) {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xedb88320u : 0u);
        }
    }
    return ~crc;
}

inline std::string framed(const std::string &sequence, const std::string &text) {
    const std::string body = sequence + " " + text;
    char crc[10];
    std::snprintf(crc, sizeof crc, "*%08x", static_cast<unsigned>(reference_crc(body)));
    return ":" + body + crc;
}

inline std::string framed(unsigned sequence, const std::string &text) {
    return framed(std::to_string(sequence), text);
}

// A small deterministic generator (xorshift32, Marsaglia 2003).
class Random {
public:
    explicit Random(uint32_t seed) : state_(seed) {}
    uint32_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 17;
        state_ ^= state_ << 5;
        return state_;
    }
    // least .. most, both included
    int32_t between(int32_t least, int32_t most) {
        const uint32_t span = static_cast<uint32_t>(most - least) + 1u;
        return least + static_cast<int32_t>(next() % span);
    }
    // Each order of magnitude as likely as the next.
    int32_t magnitude(int32_t least, int32_t most) {
        int32_t top = least;
        while (top < most && between(0, 3) != 0) {
            top = top > most / 4 ? most : top * 4;
        }
        return between(least, top);
    }

private:
    uint32_t state_;
};

// A board's storage, as long as a core reads it: the reader that a core is given has no context.
using Storage = std::vector<uint8_t>;
inline const Storage *being_read = nullptr;

inline Storage new_storage() {
    return Storage(servoarm::STORED_SIZE, 0xff);
}

inline void start(servoarm::Core &core, const servoarm::Board &board,
                  servoarm::ResetReason reason = servoarm::ResetReason::power,
                  const Storage &storage = new_storage()) {
    being_read = &storage;
    core.start(board, reason, [](uint8_t address) { return being_read->at(address); });
}

class TestBoard {
public:
    using Lines = std::vector<std::string>;

    servoarm::Core core{};

    explicit TestBoard(servoarm::ResetReason reason = servoarm::ResetReason::power,
                       const Storage &storage = new_storage()) {
        start(core, servoarm::Board{{9, 10}}, reason, storage);
        banner = lines();
    }

    Lines banner;

    void send(const std::string &bytes) {
        for (char byte : bytes) {
            core.receive(static_cast<uint8_t>(byte));
        }
    }

    // All lines that the board has ready.
    Lines lines() {
        Lines found;
        for (int16_t byte = core.next_byte(); byte >= 0; byte = core.next_byte()) {
            if (byte == '\n') {
                found.push_back(pending_);
                pending_.clear();
            } else {
                pending_ += static_cast<char>(byte);
            }
        }
        return found;
    }

    // The answer to one line; status lines before and after it are passed over.
    std::string say(const std::string &line) {
        lines();
        send(line + "\n");
        const Lines found = lines();
        return found.empty() ? std::string() : found.front();
    }

    // Sends `text` framed under the next sequence number; returns the answer's text if it is whole
    // and its own.
    std::string request(const std::string &text) {
        const std::string sequence = std::to_string(++sequence_ & 0xffff);
        const std::string line = say(framed(sequence, text));
        const std::size_t star = line.rfind('*');
        const std::string start = ":" + sequence + " ";
        if (line.compare(0, start.size(), start) != 0 || star == std::string::npos) {
            return "not the answer: " + line;
        }
        const std::string answer = line.substr(start.size(), star - start.size());
        return framed(sequence, answer) == line ? answer : "damaged: " + line;
    }

    std::string hello(unsigned nonce = 1) { return request("hello 1 " + std::to_string(nonce)); }

    void frames(int count) {
        for (int i = 0; i < count; ++i) {
            core.frame();
        }
    }

    // Frames until the arm rests; -1 when it does not.
    int frames_to_rest(int most = 100000) {
        for (int i = 0; i < most; ++i) {
            if (core.motion().at_rest()) {
                return i;
            }
            core.frame();
        }
        return -1;
    }

    void attach_at(int32_t shoulder, int32_t elbow) {
        say("pose " + std::to_string(shoulder) + " " + std::to_string(elbow));
        say("attach");
        core.frame();
        lines();
    }

    State state() const { return core.state(); }
    int32_t position(uint8_t joint) const { return core.motion().joint(joint).position(); }
    int32_t goal(uint8_t joint) const { return core.motion().joint(joint).goal(); }

private:
    std::string pending_;
    unsigned sequence_ = 100;
};

} // namespace testing
