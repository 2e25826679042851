"""What is special about this camera, this lamp and this toy."""

from calibration.fit import Tally, doubt_of, misread_of, tally, unowned_of
from calibration.profile import (
    PEG_COUNTS,
    PIECE_COUNTS,
    RING_COUNTS,
    CalibrationError,
    Profile,
    ProfileError,
    default_profile,
    dump_profile,
    load_profile,
    write_profile,
)

__all__ = [
    "PEG_COUNTS",
    "PIECE_COUNTS",
    "RING_COUNTS",
    "CalibrationError",
    "Profile",
    "ProfileError",
    "Tally",
    "default_profile",
    "doubt_of",
    "dump_profile",
    "load_profile",
    "misread_of",
    "tally",
    "unowned_of",
    "write_profile",
]
