// Framed moves, damaged on their way in every manner, to a board whose arm is under way:
//   damaged_lines [COUNT]
// After each the arm's goal must be one that an undamaged line asked for, and the next good line
// must count. What counts as undamaged is found without any CRC: the bytes of a line that was
// really sent.
#include <cstdlib>
#include <iostream>
#include <map>

#include "test_board.h"

using namespace testing;

namespace {

struct Target {
    int32_t shoulder, elbow;
};

const char *const KINDS[] = {"drop", "flip", "insert", "burst", "cut", "swap", "repeat"};
const int KIND_COUNT = 7;

class Trial {
public:
    explicit Trial(uint32_t seed) : random_(seed) {}

    bool run(long count) {
        start();
        for (long i = 0; i < count; ++i) {
            one(static_cast<int>(i % KIND_COUNT));
        }
        return report(count);
    }

private:
    void start() {
        board_.say(framed(sequence_, "hello 1 77"));
        attach();
    }

    void attach() {
        good("pose " + std::to_string(goal_.shoulder) + " " + std::to_string(goal_.elbow));
        good("attach");
    }

    // Sends a good line; true when the board did it.
    bool good(const std::string &text) {
        const unsigned sequence = ++sequence_ & 0xffff;
        return board_.say(framed(sequence, text)) == framed(sequence, "ok");
    }

    Target random_target() {
        return {random_.between(-4500, 22500), random_.between(-13500, 13500)};
    }

    static std::string move_to(Target target) {
        return "move " + std::to_string(target.shoulder) + " " + std::to_string(target.elbow);
    }

    std::string new_line() {
        const Target target = random_target();
        const unsigned sequence = ++sequence_ & 0xffff;
        const std::string line = framed(sequence, move_to(target));
        if (recent_.size() > 8) {
            recent_.erase(recent_.begin());
        }
        recent_.push_back(line);
        sent_[line] = {sequence, target};
        return line + "\n";
    }

    std::size_t place(const std::string &line) {
        return static_cast<std::size_t>(random_.between(0, static_cast<int32_t>(line.size()) - 1));
    }

    char any_byte() { return static_cast<char>(random_.between(0, 255)); }

    std::string damaged(int kind) {
        std::string line = new_line();
        const int times = random_.between(1, 4);
        switch (kind) {
        case 0:
            for (int i = 0; i < times; ++i) {
                line.erase(place(line), 1);
            }
            break;
        case 1:
            for (int i = 0; i < times; ++i) {
                line[place(line)] ^= static_cast<char>(1 << random_.between(0, 7));
            }
            break;
        case 2:
            for (int i = 0; i < times; ++i) {
                line.insert(place(line), 1, any_byte());
            }
            break;
        case 3:
            for (std::size_t i = place(line), end = i + 12; i < end && i < line.size(); ++i) {
                line[i] = any_byte();
            }
            break;
        case 4: {
            const std::size_t from = place(line);
            line.erase(from, random_.between(0, 1) == 0 ? std::string::npos : place(line) + 1);
            break;
        }
        case 5:
            line = swapped(line);
            break;
        default:
            line = repeated(line);
            break;
        }
        return line;
    }

    // Two bytes, two parts, or two whole lines in the wrong order.
    std::string swapped(std::string line) {
        const int how = random_.between(0, 2);
        if (how == 0) {
            std::swap(line[place(line)], line[place(line)]);
            return line;
        }
        if (how == 1) {
            const std::size_t middle = place(line);
            return line.substr(middle) + line.substr(0, middle);
        }
        return new_line() + line;
    }

    // The line, a part of it, or an older one once more.
    std::string repeated(const std::string &line) {
        const int how = random_.between(0, 2);
        if (how == 0) {
            return line + line;
        }
        if (how == 1) {
            const std::size_t from = place(line);
            return line.substr(0, from) + line.substr(from / 2);
        }
        const std::size_t old =
            static_cast<std::size_t>(random_.between(0, static_cast<int32_t>(recent_.size()) - 1));
        return recent_[old] + "\n" + line + recent_[old] + "\n";
    }

    // What these bytes ask for, by comparison with what was sent.
    void follow(const std::string &bytes) {
        std::string line;
        bool dropped = false;
        for (char byte : bytes) {
            if (byte == '!' || byte == '^') {
                stopped_ = true;
                relaxed_ = relaxed_ || byte == '^';
                dropped = dropped || !line.empty();
                line.clear();
            } else if (byte == '\n' || byte == '\r') {
                ask(line);
                line.clear();
                dropped = false;
            } else if (byte == ':') {
                line = ":";
                dropped = false;
            } else if (byte != '?' && !dropped) {
                line += byte;
            }
        }
    }

    void ask(const std::string &line) {
        const auto found = sent_.find(line);
        if (found == sent_.end()) {
            return;
        }
        const uint16_t ahead = static_cast<uint16_t>(found->second.first - last_);
        if (ahead != 0 && ahead < 32768) {
            last_ = found->second.first;
            ++intact_;
            if (!relaxed_) {
                goal_ = found->second.second;
                stopped_ = false;
            }
        }
    }

    bool at(Target target) const {
        return board_.goal(0) == target.shoulder && board_.goal(1) == target.elbow;
    }

    bool pose_is_right() {
        if (relaxed_) {
            return board_.state() == State::relaxed && board_.core.pulse_ticks(0) == 0;
        }
        if (stopped_) { // where it stops is the board's to say, but it must stop
            const bool stops =
                board_.state() == State::stopping || board_.state() == State::holding;
            goal_ = {board_.goal(0), board_.goal(1)};
            return stops;
        }
        return at(goal_);
    }

    void one(int kind) {
        last_ = static_cast<uint16_t>(sequence_);
        stopped_ = false;
        relaxed_ = false;
        const std::string bytes = damaged(kind);
        follow(bytes);
        board_.send(bytes);
        board_.lines();
        board_.frames(random_.between(0, 3));
        wrong_poses_ += pose_is_right() ? 0 : 1;
        if (relaxed_) {
            ++limp_;
            const unsigned sequence = ++sequence_ & 0xffff;
            const std::string answer = board_.say(framed(sequence, "move 0 0"));
            lost_good_ += answer == framed(sequence, "err 13 relaxed") ? 0 : 1;
            board_.say(framed(++sequence_ & 0xffff, "relax"));
            attach();
        }
        const Target target = random_target();
        lost_good_ += good(move_to(target)) && at(target) ? 0 : 1;
        goal_ = target;
        board_.frames(random_.between(0, 3));
        sent_.erase(sent_.begin(), sent_.size() > 1000 ? sent_.end() : sent_.begin());
    }

    bool report(long count) const {
        std::cout << count << " damaged lines (";
        for (const char *kind : KINDS) {
            std::cout << (kind == KINDS[0] ? "" : ", ") << kind;
        }
        std::cout << "): " << wrong_poses_ << " wrong poses, " << lost_good_
                  << " good lines lost after them (" << intact_
                  << " arrived whole and in order all the same, " << limp_
                  << " held a relax byte)\n";
        return wrong_poses_ == 0 && lost_good_ == 0;
    }

    Random random_;
    TestBoard board_;
    unsigned sequence_ = 1;
    uint16_t last_ = 1;
    Target goal_{9000, -9000};
    bool stopped_ = false;
    bool relaxed_ = false;
    std::map<std::string, std::pair<uint16_t, Target>> sent_;
    std::vector<std::string> recent_;
    long wrong_poses_ = 0;
    long lost_good_ = 0;
    long intact_ = 0;
    long limp_ = 0;
};

} // namespace

int main(int argc, char **argv) {
    const long count = argc > 1 ? std::atol(argv[1]) : 100000;
    return Trial(20240229).run(count) ? 0 : 1;
}
