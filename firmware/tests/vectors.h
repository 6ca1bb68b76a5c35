// Rows of ../vectors.csv (no quotes in it).
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace testing {

struct Vector {
    std::string kind, sequence, text, expected, note;
};

inline std::vector<Vector> vectors(const std::string &kind) {
    std::ifstream file(SERVOARM_VECTORS);
    std::vector<Vector> rows;
    std::string line;
    std::getline(file, line); // the header
    while (std::getline(file, line)) {
        std::stringstream cells(line);
        Vector row;
        std::getline(cells, row.kind, ',');
        std::getline(cells, row.sequence, ',');
        std::getline(cells, row.text, ',');
        std::getline(cells, row.expected, ',');
        std::getline(cells, row.note, ',');
        if (row.kind == kind) {
            rows.push_back(row);
        }
    }
    return rows;
}

// \xNN -> the byte
inline std::string unescaped(const std::string &text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 2, "\\x") == 0) {
            bytes += static_cast<char>(std::stoi(text.substr(i + 2, 2), nullptr, 16));
            i += 3;
        } else {
            bytes += text[i];
        }
    }
    return bytes;
}

} // namespace testing
