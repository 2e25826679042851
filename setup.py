"""Builds the cube's search in C, where there is a compiler; all else is in pyproject.toml.

The result is a shared library that needs no headers of Python's. Where it cannot be built it is
left out, and the same search in Python takes its place.
"""

from setuptools import Extension, setup

_FOLDER = "solver/cube/twophase/kernel"

setup(
    ext_modules=[
        Extension(
            "solver.cube.twophase._kernel",
            sources=[f"{_FOLDER}/{name}.c" for name in ("exact", "phase1", "phase2", "roots")],
            depends=[f"{_FOLDER}/kernel.h"],
            optional=True,
        )
    ]
)
