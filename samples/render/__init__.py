"""A photorealistic renderer of the toys, for sample pictures whose truth is known.

Geometry, surfaces, rooms and the sensor need numpy and OpenCV only; `trace` alone needs mitsuba.

RenderError
├── SceneError  (ValueError)  a model was asked for something that no toy can show
└── MissingTracerError  (ImportError)  mitsuba is not installed
"""


class RenderError(Exception):
    """The root of every error that this package raises on purpose."""


class SceneError(RenderError, ValueError):
    """A model was asked for something that no toy can show."""


class MissingTracerError(RenderError, ImportError):
    """The path tracer is not installed."""


__all__ = ["MissingTracerError", "RenderError", "SceneError"]
