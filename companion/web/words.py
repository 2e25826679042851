"""Every word that the page and its server say themselves. Moves are told by the puzzles."""

from collections.abc import Mapping

# Shown on the page, by the names that the page's files use.
PAGE: Mapping[str, str] = {
    "title": "Puzzle companion",
    "which": "Which puzzle is in your hands?",
    "lead": "Hold it up to the camera. I look at it, say the next move, and watch you make it.",
    "puzzle_rings": "Nine rings",
    "puzzle_hanoi": "Tower of Hanoi",
    "puzzle_cube": "Cube",
    "about_rings": "Rings on a bar",
    "about_hanoi": "Discs on pegs",
    "about_cube": "3 × 3 × 3",
    "count_rings": "How many rings?",
    "count_hanoi": "How many discs?",
    "count_self": "Count them",
    "fewer": "One fewer",
    "more": "One more",
    "go": "Open the camera",
    "photos": "Use photos",
    "photos_cube": "Use photos of all sides",
    "privacy": "Pictures are looked at on the computer that runs this page, and never stored.",
    "drop": "Drop photos here",
    "drop_hint": "or drop photos anywhere on this page",
    "opening": "Opening the camera …",
    "looking": "Show me the toy.",
    "reading": "Looking at the photos …",
    "again": "Say it again",
    "mute": "Mute",
    "unmute": "Unmute",
    "stop": "Stop",
    "other_camera": "Other camera",
    "fresh": "Start over",
    "certainty": "Certainty",
    "progress": "Progress",
    "to_go_one": "1 move to go",
    "to_go": "{n} moves to go",
    "sure": "{n} % sure",
    "unsure": "not sure yet",
    "flat_map": "The cube unfolded, as seen so far",
    "side_0": "up face",
    "side_1": "right face",
    "side_2": "front face",
    "side_3": "down face",
    "side_4": "left face",
    "side_5": "back face",
    "colour_w": "white",
    "colour_y": "yellow",
    "colour_r": "red",
    "colour_o": "orange",
    "colour_g": "green",
    "colour_b": "blue",
    "sticker": "{side}, row {row}, column {column}: {colour}, {state}",
    "sticker_none": "{side}, row {row}, column {column}: not seen",
    "sticker_sure": "sure",
    "sticker_doubtful": "not sure",
    "sticker_fixed": "set by you",
    "correct": "Correct this sticker",
    "correct_keys": "Keys: arrows, w y r o g b, Backspace.",
    "undo": "Take back",
    "order": "Show the faces in order",
    "order_photos": "My photos show them in order",
    "kind_scan": "Scanning",
    "kind_hold": "Face {n} of 6",
    "corrected": "Done",
    "state": "What I see",
    "state_none": "nothing certain yet",
    "kind_next": "Next move",
    "kind_wrong": "Not the plan",
    "kind_unsure": "Not clear",
    "kind_done": "Done",
    "kind_wait": "One moment",
    "lost": "The connection was lost. I am trying again.",
    "gone": "The companion does not answer. Is it still running?",
    "no_camera": "There is no camera here, or another program is using it. Photos work as well.",
    "refused_camera": "The browser may not use the camera. Allow it beside the address, then try "
    "again. Photos work as well.",
    "insecure": "Browsers lend the camera to secure pages only. Open this page on the computer "
    "itself, or start it with --lan.",
    "no_photo": "{name} is no picture that this browser can open.",
    "photo_n": "Photo {n}",
    "solution": "All moves",
    "warning": "Did the browser warn you? It cannot know this computer: the certificate was made "
    "when the companion started. The connection is encrypted all the same.",
}

# Said by the server.
TOO_LARGE = "The picture is larger than 4 MB."
TOO_MANY_PHOTOS = "There are more than {most} photos."
NO_PHOTOS = "There is no photo in the message."
TOO_FAST = "Too many pictures at once."
FULL = "Too many players at once. Please try again in a while."
BUSY = "Others are reading photos just now. Please try again in a moment."
TOO_SLOW = "The photos came too slowly."
IDLE = "Nothing came for a while."
BROKEN = "Too many broken pictures."
ELSEWHERE = "The game goes on in another window."
BAD_EDIT = "There is no such sticker, or no such colour."
FORGOTTEN = "These photos were forgotten meanwhile. Please choose them again."
BAD_REQUEST = "That is no message of this page."
NO_TOKEN = (
    "This address needs its access token. Scan the code in the companion's terminal, "
    "or open the whole address that it printed."
)
WRONG_HOST = "The companion does not answer under this name."
WRONG_ORIGIN = "The companion answers to its own page only."
