// Generated from firmware/errors.csv by tools/generate_errors.py; edit that.
#pragma once

#include <stdint.h>

#include "flash_text.h"

namespace servoarm {

enum class Error : uint8_t {
    none = 0,
    line_too_long = 1,
    bad_character = 2,
    bad_checksum = 3,
    stale_sequence = 4,
    no_session = 5,
    host_connected = 6,
    unknown_verb = 7,
    bad_number = 8,
    wrong_count = 9,
    out_of_range = 10,
    shoulder_limit = 11,
    elbow_limit = 12,
    relaxed = 13,
    pose_unknown = 14,
    attached = 15,
    moving = 16,
    bad_settings = 17,
    protocol_version = 18,
    fault = 19,
    busy = 20,
};

// Names in the order of their codes, each with its NUL.
// clang-format off
constexpr char ERROR_NAMES[] SERVOARM_FLASH =
    "line-too-long\0"
    "bad-character\0"
    "bad-checksum\0"
    "stale-sequence\0"
    "no-session\0"
    "host-connected\0"
    "unknown-verb\0"
    "bad-number\0"
    "wrong-count\0"
    "out-of-range\0"
    "shoulder-limit\0"
    "elbow-limit\0"
    "relaxed\0"
    "pose-unknown\0"
    "attached\0"
    "moving\0"
    "bad-settings\0"
    "protocol-version\0"
    "fault\0"
    "busy\0";
// clang-format on
static_assert(count_texts(ERROR_NAMES) == 20 + 1, "one name a code, and the last NUL");

} // namespace servoarm
