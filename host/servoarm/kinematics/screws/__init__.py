"""Screw theory of serial chains: twists, exponentials, Jacobians, and their derivation.

Names follow Lynch & Park, *Modern Robotics* (2017).
"""

from servoarm.kinematics.screws.chain import (
    Chain,
)
from servoarm.kinematics.screws.exponential import (
    exp_se3,
    exp_so3,
    log_se3,
    log_so3,
    screw_and_angle,
)
from servoarm.kinematics.screws.formulas import (
    TwoLinkScrews,
    body_jacobian,
    body_twist,
    forward_body,
    forward_space,
    joint_screw,
    screw_axis,
    space_jacobian,
    space_twist,
    two_link_chain,
    two_link_screws,
)
from servoarm.kinematics.screws.lie import (
    adjoint,
    adjoint_inverse,
    adjoint_map,
    compose,
    hat_se3,
    hat_so3,
    point_velocity,
    rotation_inverse,
    transform_inverse,
    vee_se3,
    vee_so3,
)

__all__ = [
    "Chain",
    "TwoLinkScrews",
    "adjoint",
    "adjoint_inverse",
    "adjoint_map",
    "body_jacobian",
    "body_twist",
    "compose",
    "exp_se3",
    "exp_so3",
    "forward_body",
    "forward_space",
    "hat_se3",
    "hat_so3",
    "joint_screw",
    "log_se3",
    "log_so3",
    "point_velocity",
    "rotation_inverse",
    "screw_and_angle",
    "screw_axis",
    "space_jacobian",
    "space_twist",
    "transform_inverse",
    "two_link_chain",
    "two_link_screws",
    "vee_se3",
    "vee_so3",
]
