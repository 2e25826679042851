// A small picture of how to hold the cube: the face in front, and the one above or below it.

const SVG = "http://www.w3.org/2000/svg";
const LEAN = 14;
const DEPTH = 17;

/** A drawing for a hint of a guided scan; see companion/web/answers.py. */
export function hold({ show, beside, above }) {
  const root = document.createElementNS(SVG, "svg");
  root.setAttribute("viewBox", `-2 -2 ${44 + LEAN} ${44 + DEPTH}`);
  root.setAttribute("aria-hidden", "true");
  const top = above ? DEPTH : 0;
  const lean = above ? [-LEAN, DEPTH] : [LEAN, DEPTH];
  face(root, above ? [LEAN, 0] : [0, 40], [40, 0], lean, beside);
  face(root, [0, top], [40, 0], [0, 40], show);
  return root;
}

function face(root, [x, y], right, down, centre) {
  for (let i = 0; i < 9; i++) {
    const at = (column, row) =>
      [0, 1].map((k) => [x, y][k] + (right[k] * column + down[k] * row) / 3).join(",");
    const [column, row] = [i % 3, Math.floor(i / 3)];
    const sticker = document.createElementNS(SVG, "polygon");
    const corners = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)];
    sticker.setAttribute("points", corners.join(" "));
    if (i === 4) sticker.dataset.colour = centre;
    root.appendChild(sticker);
  }
}
