// The toy as it is believed to be, drawn as a small diagram.

const SVG = "http://www.w3.org/2000/svg";

/** A new diagram for a state, or null where there is nothing to draw. */
export function diagram(puzzle, { state, leftward }) {
  if (!state) return null;
  if (puzzle === "rings" && /^[01]+$/.test(state)) return rings(state, leftward);
  if (puzzle === "hanoi" && /^[A-Z]+$/.test(state)) return tower(state);
  if (puzzle === "hanoi" && state.split("/").length === 3) return pieces(state.split("/"));
  return null;
}

/** The bar with its handle; ring 1 is at the other end, on the side where the camera sees it. */
function rings(state, leftward) {
  const step = 30;
  const wide = state.length * step;
  const root = canvas(wide + 56, 92);
  const side = (x) => (leftward ? wide + 56 - x : x);
  const part = (name, x, width, more) => add(root, name, { x: side(x) - (leftward ? width : 0), width, ...more });
  part("rect", 40, wide + 12, { y: 28, height: 7, rx: 3.5, fill: "currentColor" });
  part("rect", 2, 44, { y: 23, height: 17, rx: 8.5, fill: "currentColor" });
  [...state].forEach((digit, i) => {
    const on = digit === "1";
    const x = side(48 + step * (i + 0.5));
    add(root, "circle", {
      "data-at": i, cx: x, cy: on ? 31 : 57, r: 11, "stroke-width": 5,
      fill: "none", stroke: on ? "var(--green)" : "var(--soft)",
    });
    const label = add(root, "text", { x, y: 88, "text-anchor": "middle" });
    label.textContent = state.length - i;
  });
  return root;
}

function tower(state) {
  const count = state.length;
  const pegs = Math.max(3, ...[...state].map((letter) => letter.charCodeAt(0) - 64));
  const { root, floor } = bare(pegs, count);
  const height = Array(pegs).fill(0);
  [...state].forEach((letter, i) => {
    const peg = letter.charCodeAt(0) - 65;
    disc(root, peg, floor - 13 * ++height[peg] - 1, 14 + (30 * (count - i)) / count, "var(--green)", i);
  });
  return root;
}

// The letters of pieces' colours; others are green.
const TONES = {
  b: "#2f6fde", g: "#28a046", k: "#3a3f3b", o: "#ff821e", p: "#8a4fd0",
  r: "#d7282e", s: "#9aa3aa", w: "#f4f4ef", y: "#f2c500",
};

/** A tower with pieces like "y2", or balls like "r", from bottom to top. */
function pieces(pegs) {
  const piles = pegs.map((pile) => pile.split(" ").filter(Boolean));
  const all = piles.flat();
  const most = Math.max(1, ...all.map((piece) => Number(piece.slice(1)) || 1));
  const { root, floor } = bare(3, Math.min(all.length, 9));
  piles.forEach((pile, peg) =>
    pile.forEach((piece, i) => {
      const size = Number(piece.slice(1)) || 1;
      disc(root, peg, floor - 13 * (i + 1) - 1, 14 + (30 * size) / most, TONES[piece[0]] ?? "var(--green)");
    }),
  );
  return root;
}

const WIDE = 100;

/** Pegs with room for so many pieces, and letters under them. */
function bare(pegs, high) {
  const root = canvas(pegs * WIDE, 40 + high * 14);
  const floor = 24 + high * 14;
  add(root, "rect", { x: 4, y: floor, width: pegs * WIDE - 8, height: 5, rx: 2.5, fill: "currentColor" });
  for (let peg = 0; peg < pegs; peg++) {
    const x = WIDE * (peg + 0.5);
    add(root, "rect", { x: x - 2.5, y: 6, width: 5, height: floor - 6, rx: 2.5, fill: "currentColor" });
    add(root, "text", { x, y: floor + 15, "text-anchor": "middle" }).textContent = String.fromCharCode(65 + peg);
  }
  return { root, floor };
}

function disc(root, peg, y, half, fill, at) {
  const where = at === undefined ? {} : { "data-at": at };
  add(root, "rect", { ...where, x: WIDE * (peg + 0.5) - half, y, width: 2 * half, height: 12, rx: 6, fill, stroke: "var(--card)", "stroke-width": 0.6 });
}

function canvas(width, height) {
  const root = document.createElementNS(SVG, "svg");
  root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  return root;
}

function add(root, name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return root.appendChild(node);
}
