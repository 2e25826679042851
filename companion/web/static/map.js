// The cube unfolded: 54 stickers to look at, to choose and to correct, by touch, mouse or keys.

import { el, say } from "./known.js";

const LETTERS = "wyrogb";
// Column and row, in sides, of U R F D L B where the cube is unfolded.
const SIDES = [[1, 0], [2, 1], [1, 1], [1, 2], [0, 1], [3, 1]];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// Where stickers are too small to be touched, the map is laid over the page to be corrected.
const SMALL = matchMedia("(max-width: 859px), (max-height: 520px)");

const spot = (i) => {
  const [column, row] = SIDES[Math.floor(i / 9)];
  return [3 * column + (i % 3), 3 * row + Math.floor((i % 9) / 3)];
};

export class FlatMap {
  /** `edit` is called with a message for the server; see companion/web/talk.py. */
  constructor(edit) {
    this.edit = edit;
    this.chosen = null;
    this.root = make("div", "unfolded");
    this.sides = SIDES.map((_, side) => {
      const box = make("div", `side side-${side}`, { role: "group", "aria-label": say(`side_${side}`) });
      return this.root.appendChild(box);
    });
    this.stickers = [...Array(54).keys()].map((i) => {
      const sticker = make("button", "sticker", { type: "button", tabindex: -1 });
      sticker.onclick = () => this.choose(i);
      return this.sides[Math.floor(i / 9)].appendChild(sticker);
    });
    this.stickers[0].tabIndex = 0;
    el("figure").onkeydown = (event) => this.key(event);
    this.paints = [...LETTERS].map((letter) => {
      const paint = make("button", "paint", { type: "button", "aria-label": say(`colour_${letter}`) });
      paint.dataset.colour = letter;
      paint.title = say(`colour_${letter}`);
      paint.onclick = () => this.set(letter);
      return paint;
    });
    el("paints").replaceChildren(...this.paints);
    el("undo").onclick = () => this.edit({ undo: true });
    el("corrected").onclick = () => this.leave();
    addEventListener("pointerdown", (event) => {
      if (this.open && !el("figure").contains(event.target)) this.leave();
    });
  }

  /** Whether the map lies over the page: pictures can wait so long. */
  get open() {
    return document.body.classList.contains("correcting");
  }

  draw(map, scan) {
    this.map = map;
    this.scan = scan;
    const { doubtful, fixed, centres } = scan;
    this.stickers.forEach((sticker, i) => {
      const state = fixed.includes(i) ? "fixed" : doubtful.includes(i) ? "doubtful" : "sure";
      this.paint(sticker, i, map[i], state);
    });
    this.sides.forEach((box, side) => {
      box.toggleAttribute("data-missing", !map[9 * side + 4]);
      box.dataset.colour = centres[side];
      const name = say(`colour_${centres[side]}`);
      box.dataset.name = name;
      box.style.setProperty("--letters", name.length);
    });
    el("undo").disabled = !fixed.length;
    this.tell();
  }

  /** The answer to a correction: a screen reader hears what became of the sticker. */
  answer(map, scan) {
    this.draw(map, scan);
    if (this.chosen !== null) el("said").textContent = el("chosen").textContent;
  }

  paint(sticker, i, colour, state) {
    const label = this.label(i, colour, state);
    if (sticker.getAttribute("aria-label") === label) return;
    sticker.setAttribute("aria-label", label);
    sticker.title = label;
    sticker.dataset.colour = colour;
    sticker.dataset.state = colour ? state : "none";
    sticker.textContent = colour && state === "doubtful" ? "?" : "";
  }

  label(i, colour, state) {
    const places = {
      side: say(`side_${Math.floor(i / 9)}`),
      row: Math.floor((i % 9) / 3) + 1,
      column: (i % 3) + 1,
      colour: colour && say(`colour_${colour}`),
      state: say(`sticker_${state}`),
    };
    return say(colour ? "sticker" : "sticker_none", places);
  }

  note(text) {
    el("note").hidden = !text;
    if (el("note").textContent !== (text ?? "")) el("note").textContent = text ?? "";
  }

  choose(i) {
    if (this.chosen !== null) this.stickers[this.chosen].removeAttribute("aria-pressed");
    this.chosen = i;
    for (const [k, sticker] of this.stickers.entries()) sticker.tabIndex = k === i ? 0 : -1;
    this.stickers[i].setAttribute("aria-pressed", "true");
    this.stickers[i].focus({ preventScroll: true });
    el("tools").hidden = false;
    this.lay(SMALL.matches);
    this.tell();
  }

  /** What is chosen, in words, and which colour it has. */
  tell() {
    if (this.chosen === null) return;
    const text = this.stickers[this.chosen].getAttribute("aria-label");
    if (el("chosen").textContent !== text) el("chosen").textContent = text;
    const colour = this.map[this.chosen];
    for (const paint of this.paints) paint.setAttribute("aria-pressed", paint.dataset.colour === colour);
  }

  set(letter) {
    if (this.chosen !== null) this.edit({ correct: [this.chosen, letter] });
  }

  /** Ends correcting; the keys go on from the sticker that was chosen. */
  leave() {
    const last = this.stickers[this.chosen];
    last?.removeAttribute("aria-pressed");
    if (el("figure").contains(document.activeElement)) last?.focus({ preventScroll: true });
    this.chosen = null;
    el("tools").hidden = true;
    this.lay(false);
  }

  /** Lays the map over the page, of which nothing else can be reached so long, or back. */
  lay(over) {
    document.body.classList.toggle("correcting", over);
    const rest = [el("stage"), ...el("panel").children].filter((node) => node !== el("figure"));
    for (const node of rest) node.inert = over;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toLowerCase();
    const active = this.stickers.indexOf(document.activeElement);
    const at = active < 0 ? (this.chosen ?? -1) : active;
    if (!this.map) return;
    if (STEPS[event.key] && at >= 0) this.choose(beside(at, STEPS[event.key]));
    else if (letter.length === 1 && LETTERS.includes(letter) && at >= 0) {
      if (this.chosen !== at) this.choose(at);
      this.set(letter);
    } else if (event.key === "Backspace") this.edit({ undo: true });
    else if (event.key === "Escape" && this.chosen !== null) {
      event.stopPropagation();
      this.leave();
    } else return;
    event.preventDefault();
  }
}

/** The next sticker in a direction, over gaps; the same one at the edge. */
function beside(i, [right, down]) {
  let [column, row] = spot(i);
  for (let step = 0; step < 12; step++) {
    column += right;
    row += down;
    const found = [...Array(54).keys()].find((k) => spot(k)[0] === column && spot(k)[1] === row);
    if (found !== undefined) return found;
  }
  return i;
}

function make(name, className, attributes = {}) {
  const node = document.createElement(name);
  node.className = className;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
