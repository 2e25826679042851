"""What is special about this camera, this lamp and this toy."""

from calibration.profile import (
    CalibrationError,
    Profile,
    ProfileError,
    default_profile,
    dump_profile,
    load_profile,
)

__all__ = [
    "CalibrationError",
    "Profile",
    "ProfileError",
    "default_profile",
    "dump_profile",
    "load_profile",
]
