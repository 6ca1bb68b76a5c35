#include <doctest/doctest.h>

#include <cmath>

#include "../servo_arm/src/core/profile.h"
#include "test_board.h"

using namespace testing;
using servoarm::Profile;
using servoarm::UNITS;

namespace {

struct Limits {
    int32_t speed, acceleration, frame_us, lower, upper;
};

Limits random_limits(Random &random) {
    Limits limits{};
    limits.speed = random.magnitude(100, 200000);
    limits.acceleration = random.magnitude(100, 2000000);
    limits.frame_us = random.between(3000, 25000);
    limits.lower = random.between(-72000, 71999);
    limits.upper = random.between(limits.lower + 1, 72000);
    return limits;
}

Profile profile_at(const Limits &limits, int32_t theta) {
    Profile profile{};
    profile.set_limits(static_cast<uint32_t>(limits.speed),
                       static_cast<uint32_t>(limits.acceleration),
                       static_cast<uint16_t>(limits.frame_us));
    profile.place(theta);
    return profile;
}

// Steps once and checks what must hold in every frame.
bool checked_step(Profile &profile, const Limits &limits, int32_t top_units) {
    const int32_t velocity = profile.velocity_units();
    const int32_t position = profile.position_units();
    const bool under_way = profile.step();
    const int32_t change = profile.velocity_units() - velocity;
    REQUIRE(std::abs(change) <= profile.acceleration_units());
    REQUIRE(std::abs(profile.velocity_units()) <=
            std::max(top_units, std::abs(velocity) - profile.acceleration_units()));
    REQUIRE(profile.position_units() - position == profile.velocity_units());
    REQUIRE(profile.position_units() >= limits.lower * UNITS);
    REQUIRE(profile.position_units() <= limits.upper * UNITS);
    return under_way;
}

// Seconds of the time-optimal move with trapezoidal velocity (Lynch & Park, Modern
// Robotics, 9.2.2.2).
double ideal_seconds(double distance, double speed, double acceleration) {
    if (distance * acceleration <= speed * speed) {
        return 2 * std::sqrt(distance / acceleration);
    }
    return distance / speed + speed / acceleration;
}

} // namespace

TEST_CASE("the limits in units a frame are the settings', to 1 part in 50000, and never more") {
    Random random(1);
    for (int i = 0; i < 20000; ++i) {
        const Limits limits = random_limits(random);
        const Profile profile = profile_at(limits, 0);
        const uint64_t frame = static_cast<uint64_t>(limits.frame_us);
        const double speed =
            static_cast<double>(limits.speed) * UNITS * static_cast<double>(frame) / 1e6;
        REQUIRE(profile.speed_units() <= speed);
        REQUIRE(profile.speed_units() >= speed * (1 - 1e-5) - 1);
        const double acceleration = static_cast<double>(limits.acceleration) * UNITS *
                                    static_cast<double>(frame * frame) / 1e12;
        REQUIRE(profile.acceleration_units() <= acceleration);
        REQUIRE(profile.acceleration_units() >= acceleration * (1 - 2e-5) - 2);
        REQUIRE(profile.acceleration_units() >= 1);
    }
}

TEST_CASE("rest to rest: on the way only, exact, and as fast as the trapezoid") {
    Random random(2);
    for (int i = 0; i < 3000; ++i) {
        const Limits limits = random_limits(random);
        const int32_t start = random.between(limits.lower, limits.upper);
        const int32_t goal = random.between(limits.lower, limits.upper);
        Profile profile = profile_at(limits, start);
        const double frame_s = limits.frame_us * 1e-6;
        // the ideal move of the limits as the board holds them
        const double frames = ideal_seconds(std::abs(static_cast<double>(goal - start)) * UNITS,
                                            profile.speed_units(), profile.acceleration_units());
        if (frames * frame_s > 60) {
            continue; // minutes of crawling teach nothing new
        }
        CAPTURE(start);
        CAPTURE(goal);
        profile.go(goal, 100);
        const Limits way{0, 0, 0, std::min(start, goal), std::max(start, goal)};
        int used = 1;
        while (checked_step(profile, way, profile.speed_units())) {
            REQUIRE(++used <= frames * 1.01 + 2);
        }
        REQUIRE(profile.position_units() == goal * UNITS);
        REQUIRE(profile.velocity_units() == 0);
        if (profile.acceleration_units() > 100) {
            const double wished = ideal_seconds(std::abs(static_cast<double>(goal - start)),
                                                limits.speed, limits.acceleration) /
                                  frame_s;
            REQUIRE(used <= wished * 1.01 + 2);
        }
    }
}

TEST_CASE("retargeted and stopped in any phase: within all limits, and exact in the end") {
    Random random(3);
    for (int i = 0; i < 2000; ++i) {
        const Limits limits = random_limits(random);
        Profile profile = profile_at(limits, random.between(limits.lower, limits.upper));
        CAPTURE(limits.speed);
        CAPTURE(limits.acceleration);
        CAPTURE(limits.frame_us);
        for (int change = 0; change < 12; ++change) {
            const int what = random.between(0, 5);
            const int percent = what < 3 ? 100 : random.between(1, 100);
            if (what == 0) {
                profile.stop();
            } else if (what == 1) {
                profile.go(random.between(0, 1) == 0 ? limits.lower : limits.upper, 100);
            } else {
                profile.go(random.between(limits.lower, limits.upper),
                           static_cast<uint8_t>(percent));
            }
            for (int frame = random.magnitude(1, 300); frame > 0; --frame) {
                checked_step(profile, limits, profile.speed_units());
            }
        }
        profile.stop();
        const int32_t goal = profile.goal();
        REQUIRE(goal >= limits.lower);
        REQUIRE(goal <= limits.upper);
        // to brake, and then at most a centidegree at a hundredth of the speed
        int left = 10 + 2 * profile.speed_units() / profile.acceleration_units() +
                   UNITS / std::max(1, profile.speed_units() / 100);
        while (checked_step(profile, limits, profile.speed_units())) {
            REQUIRE(--left > 0);
        }
        REQUIRE(profile.position_units() == goal * UNITS);
    }
}

TEST_CASE("a stop brakes at the acceleration limit and goes on no further than it must") {
    Random random(4);
    for (int i = 0; i < 3000; ++i) {
        const Limits limits = random_limits(random);
        Profile profile = profile_at(limits, limits.lower);
        profile.go(limits.upper, 100);
        for (int frame = random.magnitude(1, 300); frame > 0; --frame) {
            profile.step();
        }
        const int64_t speed = profile.velocity_units();
        int64_t way = 0;
        int terms = 0;
        for (int64_t v = speed - profile.acceleration_units(); v > 0;
             v -= profile.acceleration_units()) {
            way += v;
            REQUIRE(++terms <= 300); // as many frames as it can have sped up in
        }
        const int64_t landing = profile.position_units() + way;
        profile.stop();
        const int64_t goal = static_cast<int64_t>(profile.goal()) * UNITS;
        REQUIRE(goal >= landing);
        REQUIRE(goal - landing < UNITS);
    }
}

TEST_CASE("on the way the position is told to the nearest centidegree") {
    Profile profile = profile_at({18000, 72000, 20000, -27000, 27000}, 27000);
    profile.go(-27000, 37);
    for (int frame = 0; frame < 100; ++frame) {
        profile.step();
        REQUIRE(profile.position() == std::lround(profile.position_units() / double(UNITS)));
    }
}

TEST_CASE("a percentage scales the speed") {
    const Limits limits{18000, 72000, 20000, 0, 27000};
    Profile profile = profile_at(limits, 0);
    profile.go(27000, 25);
    int32_t fastest = 0;
    int left = 50 * 270 / 45 + 50; // 270 degrees at 45 a second, and the ramps
    while (checked_step(profile, limits, profile.speed_units() / 4)) {
        fastest = std::max(fastest, profile.velocity_units());
        REQUIRE(--left > 0);
    }
    CHECK(fastest == profile.speed_units() / 4);
}
