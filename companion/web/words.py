"""Every word that the page and its server say themselves. Moves are told by the puzzles."""

from collections.abc import Mapping

from companion.controls import PAUSED
from solver.phrase import sentence

NO_TOKEN = sentence(
    "This address needs its access token. Scan the code in the companion's terminal, "
    "or open the whole address that it printed."
)

# Shown on the page, by the names that the page's files use.
PAGE: Mapping[str, str] = {
    "title": sentence("Puzzle companion"),
    "which": sentence("Which puzzle is in your hands?"),
    "lead": sentence(
        "Hold it up to the camera. I look at it, say the next move, and watch you make it."
    ),
    "puzzle_rings": sentence("Nine rings"),
    "puzzle_hanoi": sentence("Tower of Hanoi"),
    "puzzle_cube": sentence("Cube"),
    "about_rings": sentence("Rings on a bar"),
    "about_hanoi": sentence("Discs on pegs"),
    "about_cube": sentence("3 × 3 × 3"),
    "count_rings": sentence("How many rings?"),
    "count_hanoi": sentence("How many discs?"),
    "count_self": sentence("Count them"),
    "variant": sentence("Which pieces?"),
    "variant_": sentence("Discs of different sizes"),
    "variant_antwerp": sentence("Antwerp: discs of three colours"),
    "variant_little-antwerp": sentence("Little Antwerp: discs of two colours"),
    "variant_london": sentence("London: three balls"),
    "variant_tunstall": sentence("Tunstall: four balls"),
    "method": sentence("How to solve it?"),
    "method_": sentence("In few moves"),
    "method_beginner": sentence("Layer by layer, for beginners"),
    "fewer": sentence("One fewer"),
    "more": sentence("One more"),
    "go": sentence("Open the camera"),
    "photos": sentence("Use photos"),
    "photos_cube": sentence("Use photos of all sides"),
    "privacy": sentence(
        "Pictures are looked at on the computer that runs this page, and never stored."
    ),
    "drop": sentence("Drop photos here"),
    "drop_hint": sentence("or drop photos anywhere on this page"),
    "opening": sentence("Opening the camera …"),
    "looking": sentence("Show me the toy."),
    "reading": sentence("Looking at the photos …"),
    "again": sentence("Say it again"),
    "why": sentence("Why?"),
    "goal": sentence("New goal"),
    "goal_own": sentence("Or one of your own"),
    "goal_how_rings": sentence(
        "One digit for each ring, 1 is on the bar; ring one is the last. Tap a ring, or write."
    ),
    "goal_how_hanoi": sentence("The peg of each disc, the largest first. Tap a disc, or write."),
    "goal_how_variant": sentence(
        "Peg by peg with / between; the pieces from bottom to top, with spaces."
    ),
    "goal_how_cube": sentence(
        "Turns that lead there from a solved cube, such as R U R', or the 54 letters of its faces."
    ),
    "goal_go": sentence("Go there"),
    "cancel": sentence("Cancel"),
    "pause": sentence("Pause"),
    "resume": sentence("Go on"),
    "paused": PAUSED,
    "mute": sentence("Mute"),
    "unmute": sentence("Unmute"),
    "language": sentence("Language"),
    "stop": sentence("Stop"),
    "other_camera": sentence("Other camera"),
    "fresh": sentence("Start over"),
    "certainty": sentence("Certainty"),
    "progress": sentence("Progress"),
    "sure": sentence("{n} % sure"),
    "unsure": sentence("not sure yet"),
    "calibrated": sentence("Your calibration of this camera is used."),
    "flat_map": sentence("The cube unfolded, as seen so far"),
    "side_0": sentence("up face"),
    "side_1": sentence("right face"),
    "side_2": sentence("front face"),
    "side_3": sentence("down face"),
    "side_4": sentence("left face"),
    "side_5": sentence("back face"),
    "colour_w": sentence("white"),
    "colour_y": sentence("yellow"),
    "colour_r": sentence("red"),
    "colour_o": sentence("orange"),
    "colour_g": sentence("green"),
    "colour_b": sentence("blue"),
    "sticker": sentence("{side}, row {row}, column {column}: {colour}, {state}"),
    "sticker_none": sentence("{side}, row {row}, column {column}: not seen"),
    "sticker_sure": sentence("sure"),
    "sticker_doubtful": sentence("not sure"),
    "sticker_fixed": sentence("set by you"),
    "correct": sentence("Correct this sticker"),
    "correct_keys": sentence(
        "Keys: arrows; w white, y yellow, r red, o orange, g green, b blue; Backspace takes back."
    ),
    "undo": sentence("Take back"),
    "order": sentence("Show the faces in order"),
    "order_photos": sentence("My photos show them in order"),
    "kind_scan": sentence("Scanning"),
    "kind_hold": sentence("Face {n} of 6"),
    "corrected": sentence("Done"),
    "state": sentence("What I see"),
    "state_is": sentence("What I see: {state}"),
    "state_none": sentence("nothing certain yet"),
    "kind_next": sentence("Next move"),
    "kind_wrong": sentence("Not the plan"),
    "kind_unsure": sentence("Not clear"),
    "kind_done": sentence("Done"),
    "kind_wait": sentence("One moment"),
    "lost": sentence("The connection was lost. I am trying again."),
    "gone": sentence("The companion does not answer. Is it still running?"),
    "gone_lan": sentence(
        "The companion does not answer. Is it still running? If it was started again, scan the new "
        "code in its terminal."
    ),
    "no_token": NO_TOKEN,
    "no_camera": sentence(
        "There is no camera here, or another program is using it. Photos work as well."
    ),
    "refused_camera": sentence(
        "The browser may not use the camera. Allow it beside the address, then try again. "
        "Photos work as well."
    ),
    "insecure": sentence(
        "Browsers lend the camera to secure pages only. Open this page on the computer "
        "itself, or start it with --lan."
    ),
    "no_photo": sentence("{name} is no picture that this browser can open."),
    "photo_n": sentence("Photo {n}"),
    "solution": sentence("All moves: {moves}"),
    "warned": sentence("Did the browser warn you?"),
    "warning": sentence(
        "It cannot know this computer: the certificate was made when the companion started. "
        "The connection is encrypted all the same."
    ),
}

# Said by the server.
TOO_LARGE = sentence("The picture is larger than 4 MB.")
NO_PHOTOS = sentence("There is no photo in the message.")
TOO_FAST = sentence("Too many pictures at once.")
FULL = sentence("Too many players at once. Please try again in a while.")
BUSY = sentence("Others are reading photos just now. Please try again in a moment.")
TOO_SLOW = sentence("The photos came too slowly.")
IDLE = sentence("Nothing came for a while.")
STUMBLED = sentence("Something went wrong here. Please show me the toy again.")
BROKEN = sentence("Too many broken pictures.")
ELSEWHERE = sentence("The game goes on in another window.")
BAD_EDIT = sentence("There is no such sticker, or no such colour.")
FORGOTTEN = sentence("These photos were forgotten meanwhile. Please choose them again.")
BAD_REQUEST = sentence("That is no message of this page.")
SECURE_ONLY = sentence(
    "This page comes over https only. The browser will warn that it does not know this computer: "
    "the certificate was made when the companion started. Go on there (Advanced, then Proceed; on "
    "an iPhone Show Details, then visit this website). Then scan the code in the companion's "
    "terminal, or open the whole address that it printed."
)
GO_SECURE = sentence("Go on with https")
WRONG_HOST = sentence("The companion does not answer under this name.")
WRONG_ORIGIN = sentence("The companion answers to its own page only.")
NOTHING_SEEN = sentence("Show me the toy first.")
NO_GOAL = sentence("A goal of this toy is written in another way.")
NO_WAY = sentence("This toy cannot get there.")
NO_PICTURE = sentence("This picture cannot be opened.")
