"""The colours of one cube in one scan, and the light on every face, found together.

A sticker's feature is the logarithm of its blue, green and red. Of colour c on face f it is

    mean[c] + pigment_c + light_f + noise

with the pigments of this cube, the light of the face (its camera's gain and white balance
included), and noise, all Gaussian; noise with the heavier tails of Student's t. Given colours,
pigments and light are a linear regression; given those, colours are a mixture. The two are
taken in turn (expectation maximisation, Dempster, Laird and Rubin 1977), from several lamps at
once, and the results are averaged by how well they explain the picture.
"""

from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from vision.cube.palette import GLARES, Palette, glare
from vision.frame import Floats

ROUNDS = 14
# Degrees of freedom of the noise: how often a sticker is far off (glare, a finger, a logo).
TAILS = 3.0
DIMENSIONS = 3
# After these rounds the less promising half of the starts is given up.
HALVINGS = (3, 5, 7)
# So many namings of the six centres are tried.
NAMINGS = 3
# Rounds where a hint tells the colours nearly.
HINTED_ROUNDS = 6
# Scalings of rows and columns until every colour comes nine times.
SCALINGS = 8


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """What is given: features (k, 9, 3), and whether it is a whole cube.

    `shown` (k, 9) is how much each sticker counts, 0 to 1. `prior` is the inverse covariance of
    pigments and lights, `sharp` (6, 3, 3) that of the noise.
    """

    features: Floats
    shown: Floats
    palette: Palette
    whole: bool
    prior: Floats
    sharp: Floats

    @classmethod
    def of(cls, features: Floats, palette: Palette, shown: Floats | None) -> "_Model":
        sharp = np.asarray(np.linalg.inv(palette.noise), dtype=np.float64)
        prior = palette.precision(len(features))
        shown = np.ones(features.shape[:2]) if shown is None else shown
        return cls(features, shown, palette, len(features) == 6, prior, sharp)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Several fits side by side, b of them: one a start."""

    shift: Floats  # (b, k, 6, 3) pigment + light
    spread: Floats  # (b, k, 6, 3, 3) the covariance of an observation around mean + shift
    evidence: Floats  # (b,) log, of pigment and light


@dataclass(frozen=True, slots=True, eq=False)
class _Likelihood:
    """What the fits say of the stickers.

    - `log_p`: (b, k, 9, 6) log density of each sticker as each colour, over all glares.
    - `weight`: (b, k, 9, 6, a) how much the sticker counts as that colour under that glare.
    - `haze`: (b, k, 6, a, 3) what the glare adds to the colour's feature.
    """

    log_p: Floats
    weight: Floats
    haze: Floats


def colour_table(
    features: Floats,
    palette: Palette,
    hint: Floats | None = None,
    shown: Floats | None = None,
) -> Floats:
    """How likely each colour is, (k, 9, 6), for features of k faces of a cube, (k, 9, 3).

    `hint` is (k, 9, 6), the log of how likely each colour is by what else is known: it is where
    to begin, and saves time, but no part of the table. `shown` is (k, 9), how likely each sticker
    is to be seen at all: what lies over a sticker tells nothing of the others.
    """
    return explained(features, palette, hint, shown)[0]


def explained(
    features: Floats,
    palette: Palette,
    hint: Floats | None = None,
    shown: Floats | None = None,
) -> tuple[Floats, float]:
    """The table, (k, 9, 6), and the log of how well the best start explains all the features.

    That the centres differ, and that on six faces every colour comes nine times, guides the fit,
    but is not part of the table: it is for whoever knows the rules. Of more than six faces some
    are the same ones again: there neither is assumed.
    """
    model = _Model.of(features, palette, shown)
    whole = model.whole
    # A few stickers alone must not talk each other into another lamp: fewer rounds for them, and
    # for one face all lamps.
    hinted = hint is not None and len(features) > 1
    fit = _hinted(model, hint) if hint is not None and hinted else _first(model)
    seen = _likelihood(model, fit)
    rounds = ROUNDS if whole else 2 * len(features) - 1
    for round_ in range(min(rounds, HINTED_ROUNDS) if hinted else rounds):
        share = _shares(seen.log_p, whole=whole)
        fit = _regress(model, share[..., None] * seen.weight, seen.haze)
        if not hinted and round_ in HALVINGS:
            fit = _better_half(seen.log_p, fit, whole=whole)
        seen = _likelihood(model, fit)
    return (
        _averaged(seen.log_p, fit, whole=whole),
        float(_free(seen.log_p, fit, whole=whole).max()),
    )


def _first(model: _Model) -> _Fit:
    """What to begin with: several lamps, and for a whole cube what its centres may show."""
    features, palette = model.features, model.palette
    lamps = _lamps(palette)[:, None, None]
    shift = np.broadcast_to(lamps, (len(lamps), len(features), 6, 3))
    spread = np.broadcast_to(palette.noise + palette.pigment + palette.face, (*shift.shape, 3))
    if model.whole:
        own = np.repeat(_by_centres(features[:, 4], palette)[:, None], len(features), axis=1)
        near = np.broadcast_to(palette.noise + 2 * palette.face, (*own.shape, 3))
        shift, spread = np.concatenate([shift, own]), np.concatenate([spread, near])
    return _Fit(shift, spread, np.zeros(len(shift)))


def _hinted(model: _Model, hint: Floats) -> _Fit:
    """What to begin with where the colours are nearly known: those, and the usual lamp."""
    share = _shares(hint[None], whole=model.whole)
    glares = np.broadcast_to(model.palette.glare, (*share.shape, len(GLARES)))
    haze = glare(model.palette.mean)
    haze = haze - model.palette.mean[:, None]
    haze = np.broadcast_to(haze, (1, len(hint), *haze.shape))
    weight = (share * model.shown[..., None])[..., None] * glares * (1 - GLARES) ** 2
    return _regress(model, weight, haze)


def _lamps(palette: Palette) -> Floats:
    """Lights to begin with, (b, 3): none, and one more or less along each main axis."""
    values, axes = np.linalg.eigh(palette.lamp)
    steps = (axes * np.sqrt(values)).T
    return np.array([0 * steps[0], *(a * s for s in steps for a in (-1.3, 1.3))])


def _by_centres(centres: Floats, palette: Palette) -> Floats:
    """How far each colour is from usual, (NAMINGS, 6, 3), for the likeliest namings of six centres.

    Where all faces have one colour, lamps alone may lead astray: red is taken for dark orange.
    """
    off = centres[:, None] - palette.mean
    wide = np.linalg.inv(palette.noise + palette.pigment + palette.lamp + palette.face)
    square = np.einsum("kci,cij,kcj->kc", off, wide, off)
    ways = _ways(6)[0]
    cost = square[ways, np.arange(6)].sum(axis=1)
    return np.asarray(off[ways[np.argsort(cost, kind="stable")[:NAMINGS]], np.arange(6)])


def _likelihood(model: _Model, fit: _Fit) -> _Likelihood:
    """How well every colour, under every glare, explains every sticker."""
    features, palette = model.features, model.palette
    clear = palette.mean + fit.shift
    hazy = glare(clear)
    square = _squares(features, hazy, fit.spread)
    log_det = np.log(np.linalg.det(fit.spread))[:, :, None, :, None]
    log_p = -0.5 * log_det - 0.5 * (TAILS + DIMENSIONS) * np.log1p(square / TAILS)
    log_p = log_p + np.log(palette.glare)
    top = log_p.max(axis=4, keepdims=True)
    each = np.exp(log_p - top)
    total = each.sum(axis=4, keepdims=True)
    weight = each / total * (TAILS + DIMENSIONS) / (TAILS + square) * (1 - GLARES) ** 2
    shown = model.shown[..., None]
    log_p = (top + np.log(total))[..., 0] * shown
    return _Likelihood(log_p, weight * shown[..., None], hazy - clear[:, :, :, None])


def _squares(features: Floats, hazy: Floats, spread: Floats) -> Floats:
    """Mahalanobis distances squared of stickers from colours under glares, (b, k, 9, 6, a)."""
    white = np.linalg.inv(np.linalg.cholesky(spread)).swapaxes(3, 4)
    x, y = features[None, :, None] @ white, hazy @ white
    cross = x @ y.swapaxes(3, 4)
    square = (x**2).sum(axis=4)[..., None] + (y**2).sum(axis=4)[:, :, :, None] - 2 * cross
    return np.asarray(np.maximum(square, 0.0).swapaxes(2, 3), dtype=np.float64)


def _shares(log_p: Floats, *, whole: bool) -> Floats:
    """How much of each sticker belongs to each colour; nine stickers a colour where `whole`."""
    share = np.exp(log_p - log_p.max(axis=3, keepdims=True)) + 1e-9
    if 1 < log_p.shape[1] <= 6:
        share[:, :, 4] = _different(log_p[:, :, 4])
    if whole:
        for _ in range(SCALINGS):  # Sinkhorn and Knopp 1967
            share = share * (9.0 / share.sum(axis=(1, 2), keepdims=True))
            share = share / share.sum(axis=3, keepdims=True)
    return np.asarray(share / share.sum(axis=3, keepdims=True))


def _different(log_p: Floats) -> Floats:
    """The shares of centres, (b, k, 6), given that no two have the same colour.

    Sums over all ways to give k faces different colours, 720 at most.
    """
    named = _ways(log_p.shape[1])[1]
    score = log_p.reshape(len(log_p), -1) @ named.T
    weight = np.exp(score - score.max(axis=1, keepdims=True))
    shares = (weight @ named).reshape(log_p.shape) / weight.sum(axis=1)[:, None, None]
    return np.asarray(shares + 1e-9, dtype=np.float64)


@cache
def _ways(count: int) -> tuple[NDArray[np.intp], Floats]:
    """All ways to give so many faces different colours, (w, k), and as 0 and 1, (w, 6 k)."""
    ways = np.array(list(permutations(range(6), count)), dtype=np.intp)
    return ways, np.eye(6)[ways].reshape(len(ways), -1)


def _regress(model: _Model, weight: Floats, haze: Floats) -> _Fit:
    """Pigments and lights given the shares: Bayesian linear regression, (b, 18 + 3 k) unknowns."""
    features, palette, sharp = model.features, model.palette, model.sharp
    starts, faces = weight.shape[:2]
    size = 6 + faces
    hazes = weight.sum(axis=2)
    count = hazes.sum(axis=3)
    pull = np.einsum("bksc,ksi->bkci", weight.sum(axis=4), features)
    pull -= count[..., None] * palette.mean + np.einsum("bkca,bkcai->bkci", hazes, haze)
    pull = np.einsum("cij,bkcj->bkci", sharp, pull)
    block = count[..., None, None] * sharp
    full = np.zeros((starts, size, size, 3, 3))
    c, f = np.arange(6), 6 + np.arange(faces)
    full[:, c, c] = block.sum(axis=1)
    full[:, f, f] = block.sum(axis=2)
    full[:, 6:, :6] = block
    full[:, :6, 6:] = block.swapaxes(1, 2)
    precision = model.prior + full.transpose(0, 1, 3, 2, 4).reshape(starts, 3 * size, 3 * size)
    right = np.concatenate([pull.sum(axis=1), pull.sum(axis=2)], axis=1).reshape(starts, -1)
    covariance = np.linalg.inv(precision)
    mean = np.einsum("bij,bj->bi", covariance, right)
    evidence = 0.5 * (
        np.linalg.slogdet(covariance)[1] - np.einsum("bi,ij,bj->b", mean, model.prior, mean)
    )
    mean = mean.reshape(starts, size, 3)
    shift = mean[:, None, :6] + mean[:, 6:, None]
    cov = covariance.reshape(starts, size, 3, size, 3).transpose(0, 1, 3, 2, 4)
    cross = cov[:, 6:, :6]
    own = cov[:, c, c][:, None] + cov[:, f, f][:, :, None] + cross + cross.swapaxes(3, 4)
    return _Fit(shift, own + palette.noise, evidence)


def _free(log_p: Floats, fit: _Fit, *, whole: bool) -> Floats:
    """How well each start explains all the stickers, log, up to a constant; (b,)."""
    share = _shares(log_p, whole=whole)
    free = np.sum(share * (log_p - np.log(share)), axis=(1, 2, 3)) + fit.evidence
    return np.asarray(free, dtype=np.float64)


def _better_half(log_p: Floats, fit: _Fit, *, whole: bool) -> _Fit:
    """Only the more promising starts: most of them end in the same place."""
    order = np.argsort(-_free(log_p, fit, whole=whole), kind="stable")
    kept = np.sort(order[: (len(order) + 1) // 2])
    return _Fit(fit.shift[kept], fit.spread[kept], fit.evidence[kept])


def _averaged(log_p: Floats, fit: _Fit, *, whole: bool) -> Floats:
    """The starts' tables, weighted by how well each explains all the stickers."""
    free = _free(log_p, fit, whole=whole)
    weight = np.exp(free - free.max())
    alone = np.exp(log_p - log_p.max(axis=3, keepdims=True)) + 1e-9
    alone /= alone.sum(axis=3, keepdims=True)
    return np.asarray(np.tensordot(weight / weight.sum(), alone, axes=1))
