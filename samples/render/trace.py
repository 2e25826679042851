"""Renders a scene with the path tracer mitsuba (Jakob et al., 2022). Alone in needing it."""

import os
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np

from samples.render import MissingTracerError
from samples.render.mesh import Floats, Mesh
from samples.render.scene import Eye, Lamp, Part, Rgb, Scene, Surface, eye_frame

_EIGHT = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]
_SPECK = Mesh(
    np.array([[0.0, 0, 9e4], [1, 0, 9e4], [0, 1, 9e4]]),
    np.array([[0, 1, 2]]),
    np.tile([[0.0, 0, 1]], (3, 1)),
    np.zeros((3, 2)),
)
# Far away, one part of plain colour and one with a texture: that both are in every scene.
_EITHER = (
    Part(_SPECK, Surface("matte")),
    Part(_SPECK, Surface("matte", texture=np.full((8, 8, 3), 99, np.uint8), texture_span=1.0)),
)
_MANY = 24  # parts of a scene that is compiled once
_WAY_IN = "pip install 'puzzle-companion[render]'"


def render(
    scene: Scene, size: tuple[int, int], *, samples: int = 32, seed: int = 0, alike: bool = False
) -> Floats:
    """The picture (height, width, 3), linear RGB light, of `samples` paths a pixel.

    With `alike` all surfaces are of one model with other numbers, so that what is compiled for one
    scene serves for all: a second less for each of many small pictures of different scenes.
    Raises MissingTracerError where mitsuba is not installed.
    """
    mi = tracer()
    loaded = mi.load_dict(_scene_dict(mi, scene, size, samples, alike))
    if alike:
        _uncompiled(mi, loaded)
    picture = np.array(mi.render(loaded, seed=seed, spp=samples), dtype=np.float64)
    return without_sparks(np.clip(picture[..., :3], 0, None))


def without_sparks(light: Floats) -> Floats:
    """The picture with single pixels dimmed that outshine all their neighbours more than twice.

    They are paths that found a lamp by luck, by way of chrome; a real highlight is wider.
    """
    grey = light.mean(axis=2)
    around = np.pad(grey, 1, mode="edge")
    high, wide = grey.shape
    rings = [around[1 + y : 1 + y + high, 1 + x : 1 + x + wide] for y, x in _EIGHT]
    most = np.max(rings, axis=0)
    dimmed: Floats = light * np.where(grey > 2 * most, most / np.maximum(grey, 1e-9), 1)[..., None]
    return dimmed


def tracer() -> ModuleType:
    """The module mitsuba, with a variant chosen: the one that RENDER_VARIANT names (`cuda_ad_rgb`
    runs on a graphics card), else compiled by LLVM where DRJIT_LIBLLVM_PATH says which, else plain.
    Raises MissingTracerError."""
    try:
        import drjit
        import mitsuba as mi
    except ImportError:
        raise MissingTracerError(
            f"the path tracer mitsuba is not installed; install it with {_WAY_IN}"
        ) from None
    if mi.variant() is None:
        usual = "llvm_ad_rgb" if "DRJIT_LIBLLVM_PATH" in os.environ else "scalar_rgb"
        mi.set_variant(os.environ.get("RENDER_VARIANT", usual))
        drjit.set_thread_count(int(os.environ.get("RENDER_THREADS", "1")))
    module: ModuleType = mi
    return module


def _scene_dict(
    mi: Any, scene: Scene, size: tuple[int, int], samples: int, alike: bool = False
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 5, "hide_emitters": False},
        "sensor": _sensor(mi, scene.eye, size, samples),
        "sky": _sky(mi, scene.sky),
    }
    for k, lamp in enumerate(scene.lamps):
        found[f"lamp{k}"] = _lamp(mi, lamp)
    bsdf = _principled if alike else _bsdf
    for k, part in enumerate(_padded(scene.parts) if alike else scene.parts):
        found[f"part{k}"] = _mesh(mi, f"part{k}", part.mesh, bsdf(mi, part.surface))
    return found


def _padded(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts and as many specks out of sight as make the number even."""
    most = -(-(len(parts) + 2) // _MANY) * _MANY
    return (*map(_spread, parts), *(_EITHER * most)[: most - len(parts)])


def _spread(part: Part) -> Part:
    """The same part with a texture that repeats at every whole number."""
    mesh, span = part.mesh, part.surface.texture_span
    scaled = Mesh(mesh.vertices, mesh.faces, mesh.normals, mesh.uvs / span)
    return Part(scaled, replace(part.surface, texture_span=1.0))


def _mesh(mi: Any, name: str, mesh: Mesh, bsdf: dict[str, Any]) -> Any:
    props = mi.Properties()
    props["bsdf"] = mi.load_dict(bsdf)
    made = mi.Mesh(
        name,
        len(mesh.vertices),
        len(mesh.faces),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=props,
    )
    values = mi.traverse(made)
    values["vertex_positions"] = mesh.vertices.astype(np.float32).ravel()
    values["vertex_normals"] = mesh.normals.astype(np.float32).ravel()
    values["vertex_texcoords"] = mesh.uvs.astype(np.float32).ravel()
    values["faces"] = mesh.faces.astype(np.uint32).ravel()
    values.update()
    return made


def _bsdf(mi: Any, surface: Surface) -> dict[str, Any]:
    look = _colour(mi, surface)
    finish = surface.finish
    if finish == "metal":
        made = {
            "type": "roughconductor",
            "material": "none",
            "distribution": "ggx",
            "alpha": surface.rough,
            "specular_reflectance": look,
        }
    elif finish == "paint":
        made = {
            "type": "roughplastic",
            "distribution": "ggx",
            "alpha": surface.rough,
            "diffuse_reflectance": look,
        }
    elif finish == "skin":
        made = {"type": "principled", "base_color": look, "roughness": 0.48, "specular": 0.45}
    else:
        made = {"type": "diffuse", "reflectance": look}
    return {"type": "twosided", "inner": made}


def _uncompiled(mi: Any, loaded: Any) -> None:
    """Makes the numbers of the lens data of the compiled program, and no part of it."""
    import drjit

    values = mi.traverse(loaded)
    for name in ("sensor.aperture_radius", "sensor.focus_distance"):
        drjit.make_opaque(values[name])
    values.update()


def _principled(mi: Any, surface: Surface) -> dict[str, Any]:
    """Every finish as one model (Burley, 2012); metals a little duller than `_bsdf` has them."""
    rough, metallic, specular = {
        "metal": (surface.rough, 1.0, 0.5),
        "paint": (surface.rough, 0.0, 0.5),
        "skin": (0.23, 0.0, 0.45),
        "matte": (1.0, 0.0, 0.02),
    }[surface.finish]
    return {
        "type": "principled",
        "base_color": _colour(mi, surface),
        "roughness": float(np.sqrt(rough)),
        "metallic": metallic,
        "specular": specular,
    }


def _colour(mi: Any, surface: Surface) -> dict[str, Any]:
    if surface.texture is None:
        return {"type": "rgb", "value": linear(surface.colour)}
    scale = 1 / surface.texture_span
    return {
        "type": "bitmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(surface.texture)),
        "to_uv": mi.ScalarTransform4f().scale([scale, scale, 1]),
    }


def linear(colour: Rgb) -> list[float]:
    """The linear light of an sRGB colour (IEC 61966-2-1)."""
    c = np.asarray(colour, dtype=float) / 255
    value = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return [float(v) for v in value]


def _sensor(mi: Any, eye: Eye, size: tuple[int, int], samples: int) -> dict[str, Any]:
    _, down, ahead = eye_frame(eye)
    point = np.asarray(eye.towards if eye.focus is None else eye.focus) - np.asarray(eye.at)
    return {
        "type": "thinlens",
        "to_world": mi.ScalarTransform4f().look_at(
            origin=list(eye.at),
            target=[float(v) for v in np.asarray(eye.at) + ahead],
            up=[float(-v) for v in down],
        ),
        "fov": eye.field_of_view,
        "aperture_radius": eye.aperture,
        "focus_distance": float(point @ ahead),
        "near_clip": 10.0,
        "far_clip": 1e5,
        "film": {
            "type": "hdrfilm",
            "width": size[0],
            "height": size[1],
            "rfilter": {"type": "box"},
        },
        "sampler": {"type": "independent", "sample_count": samples},
    }


def _sky(mi: Any, sky: Floats) -> dict[str, Any]:
    # The tracer's panoramas stand along y; ours along z. Column 0 of ours looks along -y.
    upright = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
    return {
        "type": "envmap",
        "bitmap": mi.Bitmap(sky.astype(np.float32)),
        "to_world": upright,
    }


def _lamp(mi: Any, lamp: Lamp) -> dict[str, Any]:
    place = mi.ScalarTransform4f().look_at(
        origin=list(lamp.at), target=list(lamp.towards), up=[0.3, 0.95, 0.05]
    )
    return {
        "type": "rectangle",
        "to_world": place @ mi.ScalarTransform4f().scale([lamp.size[0] / 2, lamp.size[1] / 2, 1]),
        "emitter": {"type": "area", "radiance": {"type": "rgb", "value": list(lamp.light)}},
    }
