"""The pulse map: the board's integer rule, its inverse, and what it refuses."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from servoarm.armfile import load
from servoarm.calibration.pulse_map import PulseMap, centidegrees, whole_centidegrees

CASES = Path(__file__).parents[1] / "data" / "cases"


@st.composite
def maps(draw: st.DrawFn) -> PulseMap:
    lo_us = draw(st.integers(300, 2700))
    hi_us = draw(st.integers(lo_us + 100, 2800))
    travel_deg = draw(st.integers(1000, 72000)) / 100
    zero_deg = draw(st.integers(-72000, 72000)) / 100
    return PulseMap(lo_us, hi_us, travel_deg, zero_deg, draw(st.sampled_from([1, -1])))


@st.composite
def maps_and_angles(draw: st.DrawFn) -> tuple[PulseMap, int]:
    """A map and a joint angle within its travel, in centidegrees."""
    pulse_map = draw(maps())
    servo = draw(st.integers(0, centidegrees(pulse_map.travel_deg)))
    return pulse_map, pulse_map.direction * (servo - centidegrees(pulse_map.zero_deg))


@pytest.mark.parametrize(
    ("case", "theta_deg", "pulse_us"),
    [
        ("R12_reversed", 0, 2400),
        ("R12_reversed", 30, 2100),
        ("R12_reversed", 40, 2000),
        ("R12_reversed", 90, 1500),
        ("R12_reversed", 180, 600),
        ("R15_travel_270", 0, 500),
        ("R15_travel_270", 135, 1500),
        ("R15_travel_270", 200, 1981.5),
        ("R15_travel_270", 270, 2500),
        ("R15_travel_90", 0, 1000),
        ("R15_travel_90", 45, 1500),
        ("R15_travel_90", 90, 2000),
    ],
)
def test_reported_servos_get_their_pulses(case: str, theta_deg: float, pulse_us: float) -> None:
    pulse_map = load(CASES / f"{case}.toml").config.shoulder.pulse_map()
    assert pulse_map.ticks(centidegrees(theta_deg)) == 2 * pulse_us
    assert pulse_map.pulse_us(theta_deg) == pytest.approx(pulse_us, abs=0.25)


@pytest.mark.parametrize("theta_deg", [91, 120, 180, -0.1])
def test_a_90_degree_servo_refuses_what_it_cannot_reach(theta_deg: float) -> None:
    pulse_map = load(CASES / "R15_travel_90.toml").config.shoulder.pulse_map()
    with pytest.raises(ValueError, match="from 0 to 90 deg"):
        pulse_map.pulse_us(theta_deg)
    with pytest.raises(ValueError, match="from 0 to 90 deg"):
        pulse_map.ticks(centidegrees(theta_deg))


@given(maps_and_angles())
def test_ticks_are_the_exact_pulse_rounded_to_the_nearest_tick(
    case: tuple[PulseMap, int],
) -> None:
    pulse_map, theta_cdeg = case
    servo = Fraction(round(pulse_map.zero_deg * 100) + pulse_map.direction * theta_cdeg)
    span = 2 * (pulse_map.hi_us - pulse_map.lo_us)
    exact = 2 * pulse_map.lo_us + servo * span / round(pulse_map.travel_deg * 100)
    ticks = pulse_map.ticks(theta_cdeg)
    assert abs(ticks - exact) <= Fraction(1, 2)
    assert 2 * pulse_map.lo_us <= ticks <= 2 * pulse_map.hi_us
    assert pulse_map.pulse_us(theta_cdeg / 100) * 2 == pytest.approx(float(exact), abs=1e-6)


@given(maps_and_angles())
def test_the_angle_of_a_pulse_is_the_angle_that_made_it(case: tuple[PulseMap, int]) -> None:
    pulse_map, theta_cdeg = case
    theta_deg = theta_cdeg / 100
    assert pulse_map.theta_deg(pulse_map.pulse_us(theta_deg)) == pytest.approx(theta_deg, abs=1e-9)


@given(maps_and_angles(), st.integers(1, 72000))
def test_pulses_rise_with_the_angle_and_fall_when_the_servo_is_turned_round(
    case: tuple[PulseMap, int], step: int
) -> None:
    pulse_map, theta_cdeg = case
    low, high = (centidegrees(end) for end in pulse_map.range_deg)
    assume(low <= theta_cdeg + step <= high)
    change = pulse_map.ticks(theta_cdeg + step) - pulse_map.ticks(theta_cdeg)
    assert change * pulse_map.direction >= 0


@given(maps(), st.integers(1, 10000))
def test_beyond_the_travel_is_refused_on_either_side(pulse_map: PulseMap, beyond: int) -> None:
    low, high = (centidegrees(end) for end in pulse_map.range_deg)
    for theta_cdeg in (low - beyond, high + beyond):
        with pytest.raises(ValueError, match="outside the servo's travel"):
            pulse_map.ticks(theta_cdeg)
        with pytest.raises(ValueError, match="outside the servo's travel"):
            pulse_map.pulse_us(theta_cdeg / 100)


@pytest.mark.parametrize("pulse_us", [499.9, 2500.1, float("nan"), float("inf")])
def test_no_angle_is_made_up_for_a_pulse_outside_the_range(pulse_us: float) -> None:
    with pytest.raises(ValueError, match="outside the servo's 500 to 2500 us"):
        PulseMap(500, 2500, 270.0, 45.0, 1).theta_deg(pulse_us)


@pytest.mark.parametrize("theta_deg", [float("nan"), float("inf"), float("-inf")])
def test_an_angle_that_is_no_number_is_refused(theta_deg: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        PulseMap(500, 2500, 270.0, 45.0, 1).pulse_us(theta_deg)


@pytest.mark.parametrize(
    "wrong",
    [
        (2500, 500, 270.0, 45.0, 1),
        (500, 2500, 0.0, 45.0, 1),
        (500, 2500, 270.0, 45.0, 0),
        (500, 2500, 270.0, float("nan"), 1),
    ],
)
def test_a_map_that_makes_no_sense_is_refused(wrong: tuple[int, int, float, float, int]) -> None:
    with pytest.raises(ValueError, match="must"):
        PulseMap(*wrong)


@pytest.mark.parametrize(
    ("low_deg", "high_deg", "whole"),
    [
        (-45.0, 225.0, (-4500, 22500)),
        (33.333, 66.666, (3334, 6666)),
        (-33.333, -0.001, (-3333, -1)),
        (0.07, 0.29, (7, 29)),  # 0.07 * 100 and 0.29 * 100 are not whole in floating point
        (0.001, 0.019, (1, 1)),
        (0.001, 0.009, (1, 0)),
    ],
)
def test_limits_shrink_to_the_whole_centidegrees_inside(
    low_deg: float, high_deg: float, whole: tuple[int, int]
) -> None:
    assert whole_centidegrees(low_deg, high_deg) == whole
