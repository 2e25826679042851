"""Toys and rows that are made of numbers."""

import numpy as np

from vision.rings.row import Row
from vision.rings.toy import Toy


def made_toy(on: np.ndarray, height: np.ndarray) -> Toy:
    """A toy of rings `on`, log-odds (n,), whose eyes are at a `height` (n,), in pitches."""
    n = len(on)
    feet = np.stack([20.0 * np.arange(n), np.full(n, 100.0)], axis=1)
    eyes = feet - np.stack([np.zeros(n), 20.0 * height], axis=1)
    step, nowhere = np.array([20.0, 0.0]), np.full((2, 2), np.nan)
    lengths = np.array([[n, 1.0]])
    return Toy(eyes, feet, on, np.ones(n), 1.0, 1.0, 99.0, step, nowhere, lengths)


def made_row(steps: np.ndarray) -> Row:
    """A row whose feet are so many pixels apart, (n - 1,)."""
    feet = np.stack([np.cumsum([0.0, *steps]), np.full(len(steps) + 1, 100.0)], axis=1)
    eyes = feet - [0.0, 80.0]
    return Row(feet, eyes, (feet[-1] - feet[0]) / len(steps), np.array([0.0, -80.0]))
