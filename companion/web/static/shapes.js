// The toy as it is believed to be, drawn as a small diagram.

const SVG = "http://www.w3.org/2000/svg";

/** A new diagram for a state, or null where there is nothing to draw. */
export function diagram(puzzle, { state, leftward }) {
  if (!state) return null;
  if (puzzle === "rings" && /^[01]+$/.test(state)) return rings(state, leftward);
  if (puzzle === "hanoi" && /^[A-Z]+$/.test(state)) return tower(state);
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
      cx: x, cy: on ? 31 : 57, r: 11, "stroke-width": 5,
      fill: "none", stroke: on ? "var(--green)" : "var(--soft)",
    });
    const label = add(root, "text", { x, y: 88, "text-anchor": "middle" });
    label.textContent = state.length - i;
  });
  return root;
}

function tower(state) {
  const pegs = Math.max(3, ...[...state].map((letter) => letter.charCodeAt(0) - 64));
  const wide = 100;
  const root = canvas(pegs * wide, 40 + state.length * 14);
  const floor = 24 + state.length * 14;
  add(root, "rect", { x: 4, y: floor, width: pegs * wide - 8, height: 5, rx: 2.5, fill: "currentColor" });
  const height = Array(pegs).fill(0);
  for (let peg = 0; peg < pegs; peg++) {
    const x = wide * (peg + 0.5);
    add(root, "rect", { x: x - 2.5, y: 6, width: 5, height: floor - 6, rx: 2.5, fill: "currentColor" });
    add(root, "text", { x, y: floor + 15, "text-anchor": "middle" }).textContent = String.fromCharCode(65 + peg);
  }
  [...state].forEach((letter, i) => {
    const peg = letter.charCodeAt(0) - 65;
    const half = 14 + (30 * (state.length - i)) / state.length;
    const y = floor - 13 * ++height[peg] - 1;
    add(root, "rect", { x: wide * (peg + 0.5) - half, y, width: 2 * half, height: 12, rx: 6, fill: "var(--green)" });
  });
  return root;
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
