"""The reader of the nine rings: a picture in, for every ring the probability of on and off."""

from dataclasses import replace

import numpy as np

from calibration.profile import RING_COUNTS, Profile
from vision.frame import Floats, Frame, Observation
from vision.rings.border import loop_out_of_sight, runs_out
from vision.rings.calm import Scenes
from vision.rings.channel import BestChannel, grey_of
from vision.rings.counting import Census
from vision.rings.covered import Covered, CoverEye, veiled
from vision.rings.find import ToyFinder
from vision.rings.follow import STIRS, Grey, Sight, Tracker
from vision.rings.habits import Habits
from vision.rings.net import FOLLOWED, INPUT, QUICK, SpotFinder
from vision.rings.settle import State, fit, reversed_toy
from vision.rings.sketch import beside, outline
from vision.rings.toy import CLEAR, Toy
from vision.sentence import sentence

NO_TOY = sentence(
    "No ring puzzle was found: show the whole toy from the front, or flat from above."
)
NO_COUNT = sentence(
    "A ring puzzle was found, but how many rods? Turn it a little, or say how many."
)
CUT_OFF = sentence(
    "The ring puzzle runs out of the picture: show the whole toy, or say how many rings it has."
)
END_HIDDEN = sentence(
    "Something may hide an end of the ring puzzle: show all of it, or say how many rings it has."
)
NO_LOOP = sentence("The loop of the ring puzzle is out of the picture: show the whole toy.")
OTHER_COUNT = sentence(
    "Not as many rings were found as there should be: show the whole toy, or check the number."
)
OTHER_SIZE = sentence("Only ring puzzles with 3 to 12 rings can be read.")
NO_HEAD = sentence("A ring puzzle was found, but it cannot be told at which end the handle is.")
HIDDEN = sentence("Not every ring can be seen.")
MINGLED = sentence(
    "What is behind the rods looks like rods: hold the puzzle in front of something plain."
)

# Scores of eyes that are faint, and clear, and what faint ones cost a ring's log-odds at most;
# while a toy is followed: scores of eyes as good as hidden, and believed. Measured on drawn ones.
FAINT, FAINT_COSTS, HIDES = (0.15, 0.35), 1.75, (0.1, 0.3)
SURE_COUNT, SURE_HEAD = 0.6, 0.9
# The least probability that a row ends where its last rods are seen. Things right behind an end
# make that doubtful, too: with 0.5 nine more of some 1,100 toys that are told right would not be;
# with 0.3 two more of 964 with things laid over them would be told wrongly.
ENDS = 0.4
# In a film all frames share the doubt in the count, and more will come: nothing is told before.
SURE_IN_FILM = 0.95
# The least that a picture must say for the number itself.
STEADY = 0.8
# A picture is learned from where it is less likely than this that a hand is at the toy.
CALM = 0.5
# A toy is followed once its number of rings is so sure after so many looks.
BEYOND_DOUBT, LOOKS = 0.98, 3
# Seconds for which it is taken to have as many as were told, while they cannot be counted.
SHOWN_S = 2.0
# So sure it has to be where its row begins.
PLACED = 0.7
# What must speak for a toy in log-odds, and below which score an eye was hardly seen.
PROOF, HARDLY_SEEN = 6.0, 0.15
FEWEST_RINGS, MOST_RINGS = RING_COUNTS


class RingsReader:
    """Finds the toy and reads each ring by itself; ring 1 is row 0, symbols are off and on.

    `count` is the number of rings; None takes the profile's, and without one it is counted. Once
    that is beyond doubt the toy is followed from frame to frame.
    """

    def __init__(self, profile: Profile, *, count: int | None = None) -> None:
        self._count = count if count is not None else profile.count
        self._free_end = profile.free_end
        quick = SpotFinder(QUICK, sizes=(FOLLOWED, INPUT))
        self._finder = ToyFinder(coarse=quick)
        self._tracker = Tracker(SpotFinder(sizes=(FOLLOWED,)), quick)
        self._channel, self._cover_eye = BestChannel(), CoverEye()
        self._census = Census()
        self._scenes = Scenes()
        self._frames = 0
        self._habits = Habits(0)
        self._sight: Sight | None = None
        # What lies over the toy that was looked at last.
        self._last_cover: tuple[Toy, Covered] | None = None
        # How many rings were told before the toy is followed, and when.
        self._shown: tuple[int, float] | None = None
        # The state that the toy was in when it was seen last.
        self._known: State | None = None

    def learn(self, symbols: tuple[int, ...]) -> None:
        """Takes what the last picture shows: off 0 and on 1, ring 1 first."""
        self._known = symbols
        sight = self._sight
        if sight is not None and sight.toy is not None and sight.stirred < CALM:
            self._habits.learn(sight.toy, symbols)
            self._tracker.known(np.array(symbols, dtype=bool))
            self._sight = None

    def read(self, frame: Frame) -> Observation:
        """What the picture shows. Never raises for what it shows."""
        if self._count is not None and not FEWEST_RINGS <= self._count <= MOST_RINGS:
            return Observation.nothing(frame.at, 2, OTHER_SIZE)
        if self._tracker.knows:
            lost = self._tracker.lost
            sight = self._tracker.look(self._channel.of(frame.image), frame.at)
            # Found again in a row where it hardly ever shows the state that is known: in another.
            if lost and sight.toy is not None and fit(sight.toy.on, self._known) < 0:
                self._tracker.drop()
            elif sight.toy is not None:
                if sight.stirred < STIRS:
                    self._choose_channel(frame, sight.toy)
                if self._mingled:
                    return self._out_of_sight(frame.at, MINGLED)
                self._sight = sight
                return self._told(frame.at, self._habits.judged(sight.toy), sight.stirred)
            if not self._tracker.lost:
                return self._out_of_sight(frame.at)
        self._sight = None
        return self._searched(frame, grey_of(frame.image))

    @property
    def _mingled(self) -> bool:
        """Whether what is taken for rods may be something behind the toy."""
        return self._tracker.doubted and not self._channel.plain

    def _choose_channel(self, frame: Frame, toy: Toy) -> None:
        """Follows the toy in the channel that shows it best, from the next picture on."""
        if self._channel.changed(frame.image, toy, frame.at):
            self._tracker.recoloured(self._channel.of(frame.image), frame.at)

    def _searched(self, frame: Frame, grey: Grey) -> Observation:
        """What a picture shows in which the toy has to be found first."""
        fresh = self._scenes.changed(grey, frame.at)
        toy = self._looked_for(frame, grey)
        if isinstance(toy, str):
            return Observation.nothing(frame.at, 2, toy)
        toy = self._counted(self._headed(toy), fresh)
        if self._count is not None and toy.rings != self._count:
            return self._unsure(frame.at, toy, self._count, OTHER_COUNT)
        problem = self._countless(toy, frame, grey) if self._count is None else None
        if problem is not None:
            return self._uncounted(frame.at, toy, problem)
        ripe = self._ripe(toy)
        if ripe:
            toy = self._finder.settled(grey, toy, self._known)
        if toy.headed < SURE_HEAD:
            return self._unsure(frame.at, toy, toy.rings, NO_HEAD)
        known = self._tracker.knows
        if not (ripe and self._follow(toy)) and known:
            # It is there again, but not seen well enough to go on.
            return self._unsure(frame.at, toy, toy.rings, HIDDEN)
        if ripe:
            self._choose_channel(frame, toy)
        if self._mingled:
            return self._unsure(frame.at, toy, toy.rings, MINGLED)
        # A first picture is told on less than a film is.
        if self._frames > 1:
            self._shown = toy.rings, frame.at
        return self._told(frame.at, veiled(toy, self._looked_over(grey, toy).hidden), None)

    def _looked_over(self, grey: Grey, toy: Toy) -> Covered:
        """What lies over the toy; it is looked at once."""
        if self._last_cover is None or self._last_cover[0] is not toy:
            self._last_cover = toy, self._cover_eye.look(grey, toy)
        return self._last_cover[1]

    def _looked_for(self, frame: Frame, grey: Grey) -> Toy | str:
        """The toy in a picture, or why there is none that can be read."""
        toy = self._finder.find(grey, self._count)
        if toy is None or toy.proof < PROOF:
            return NO_TOY
        return NO_LOOP if loop_out_of_sight(toy, frame.image) else toy

    def _told(self, at: float, toy: Toy, stirred: float | None) -> Observation:
        """The table of a toy that was seen."""
        problem = HIDDEN if np.any(toy.seen < HARDLY_SEEN) else None
        return Observation(
            probabilities(toy, followed=stirred is not None),
            toy.eyes,
            at,
            (toy.rings,),
            outline=outline(toy),
            problem=problem,
            stirred=stirred,
            beside=beside(toy),
        )

    def _countless(self, toy: Toy, frame: Frame, grey: Grey) -> str | None:
        """Why the number of rings is not known from this picture, None where it is."""
        sure = SURE_COUNT if self._frames == 1 else SURE_IN_FILM
        if toy.counted < sure or toy.rings > MOST_RINGS:
            return NO_COUNT
        if runs_out(toy, frame.image):
            return CUT_OFF
        if np.all(self._looked_over(grey, toy).ends >= ENDS):
            return None
        # What was counted so far was a part of the toy, perhaps.
        self._census, self._frames = Census(), 1
        return END_HIDDEN

    def _counted(self, toy: Toy, fresh: bool) -> Toy:
        """The toy, as sure of its number of rings as all frames together are."""
        self._census.take(toy.lengths, fresh=fresh)
        self._frames += 1
        if self._frames == 1:
            return toy
        chance = self._census.chance(toy.rings)
        # Where this picture shows a rod more or less, the row may begin with the wrong one.
        return replace(toy, counted=chance if toy.counted > STEADY else min(chance, toy.counted))

    def _uncounted(self, at: float, toy: Toy, problem: str) -> Observation:
        """A toy whose rods cannot be counted in this picture: a hand that comes does not end it."""
        if self._shown is not None and at - self._shown[1] < SHOWN_S:
            return self._unsure(at, toy, self._shown[0], HIDDEN)
        return Observation.nothing(at, 2, problem)

    def _ripe(self, toy: Toy) -> bool:
        """Whether the toy was found, and counted, beyond doubt."""
        counted = self._count is not None or (
            self._frames >= LOOKS and toy.counted > BEYOND_DOUBT and not self._scenes.stirred
        )
        return counted and toy.proof > CLEAR * toy.rings

    def _follow(self, toy: Toy) -> bool:
        """From now on the toy is followed, where its row begins for sure; says whether."""
        if toy.counted < PLACED or not self._tracker.start(toy):
            return False
        if self._count != toy.rings or not self._habits.knows(toy.rings):
            self._habits = Habits(toy.rings)
        self._habits.turned()
        self._count = toy.rings
        return True

    def _out_of_sight(self, at: float, problem: str = HIDDEN) -> Observation:
        """The toy is still there, and nothing can be told of its rings."""
        assert self._count is not None
        uniform, nowhere = np.full((self._count, 2), 0.5), np.full((self._count, 2), np.nan)
        return Observation(uniform, nowhere, at, (self._count,), problem=problem, stirred=1.0)

    def _headed(self, toy: Toy) -> Toy:
        """The toy the right way round, where the profile knows its free end."""
        if self._free_end is None:
            return toy
        right = "left" if toy.step[0] > 0 else "right"
        if right == self._free_end:
            return replace(toy, headed=1.0)
        return replace(reversed_toy(toy), headed=1.0)

    def _unsure(self, at: float, toy: Toy, rings: int, problem: str) -> Observation:
        """A toy is there, but nothing is told about its rings."""
        uniform, nowhere = np.full((rings, 2), 0.5), np.full((rings, 2), np.nan)
        return Observation(uniform, nowhere, at, (rings,), outline=outline(toy), problem=problem)


def probabilities(toy: Toy, *, followed: bool) -> Floats:
    """(n, 2): off and on of every ring; uniform where its eye was hardly seen.

    A faint eye is less believed, and while the toy is `followed` a hand may be in front of it.
    All rings share the doubt whether they were counted right: together they are at most as sure
    as that.
    """
    trust = np.clip((toy.seen - HIDES[0]) / (HIDES[1] - HIDES[0]), 0, 1) if followed else 1.0
    on = 1 / (1 + np.exp(-(toy.on if followed else _calmed(toy))))
    trust = trust * max(0.0, 2 * toy.counted ** (1 / toy.rings) - 1)
    on = 0.5 + trust * (on - 0.5)
    return np.stack([1 - on, on], axis=1)


def _calmed(toy: Toy) -> Floats:
    """(n,): the log-odds of on, less where an eye is faint: it is the wrong one more often."""
    faint = np.clip((FAINT[1] - toy.seen) / (FAINT[1] - FAINT[0]), 0, 1)
    return np.asarray(np.sign(toy.on) * np.maximum(np.abs(toy.on) - FAINT_COSTS * faint, 0.0))
