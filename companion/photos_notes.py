"""What to tell of a cube's photos beside the answer: which of them were of no use."""

from collections.abc import Sequence

from solver.cube import Decoded
from solver.phrase import Phrase, listed
from vision.cube import FaceRead


def notes_of(
    photos: Sequence[str], faces: Sequence[FaceRead], decoded: Decoded, *, sure: bool
) -> list[str]:
    """The sentences for some photos and the faces that were found in them, mostly none."""
    return _left_out(photos, faces, decoded) if sure else _without_faces(photos, faces)


def _without_faces(photos: Sequence[str], faces: Sequence[FaceRead]) -> list[str]:
    """Which photos were of no use."""
    used = {face.photo for face in faces}
    empty = [photo for number, photo in enumerate(photos) if number not in used]
    return (
        [Phrase("No face of a cube was found in {photos}.", photos=listed(empty))] if empty else []
    )


def _left_out(photos: Sequence[str], faces: Sequence[FaceRead], decoded: Decoded) -> list[str]:
    """Which photos show a face that does not belong to the others."""
    placed = decoded.placed or ()
    strange = {face.photo for face, facelet in zip(faces, placed[::9], strict=True) if facelet < 0}
    if not strange:
        return []
    names = listed([photos[number] for number in sorted(strange)])
    return [Phrase("A face in {photos} is not this cube's: it was left out.", photos=names)]
