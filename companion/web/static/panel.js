// What stands beside the picture: the words, how far it is, how sure, and the toy as believed.

import { el, say } from "./known.js";
import { hold } from "./hold.js";
import { FlatMap } from "./map.js";
import { diagram } from "./shapes.js";

// Words with more letters are set smaller, so that the buttons stay in sight; a Chinese one is as
// wide as two.
const LONG = 50;
const REASON = 120;
const WIDE = /[\u2e80-\u9fff\uff00-\uffef]/g;
// A scan that takes longer than this would rather be guided.
const LONG_SCAN_MS = 25_000;

/** Whether faces are still missing, and nothing more urgent hinders: the toy out of sight, say. */
function scanning({ map, scan, cue, problem }) {
  const missing = map?.some((colour, i) => i % 9 === 4 && !colour);
  return Boolean(scan && missing) && !(cue && (cue.kind !== "unsure" || cue.words === problem));
}

export class Panel {
  /** `edit` is called with each correction of the flat map, to be sent. */
  constructor(edit) {
    this.flat = new FlatMap(edit);
    el("order").onclick = () => edit({ guide: true });
    this.reset("opening");
  }

  reset(word) {
    this.drawn = null;
    this.since = performance.now();
    this.words("wait", say(word));
    for (const id of ["again", "why", "goal"]) el(id).disabled = true;
    this.flat.leave();
    this.flat.note(null);
    this.guide(null);
    el("order").hidden = true;
    el("state").replaceChildren();
    this.label(null, say("state_none"));
    el("caption").textContent = say("state_is", { state: say("state_none") });
    el("progress").hidden = true;
    el("calibrated").hidden = true;
    el("left").textContent = "";
    el("solution").hidden = true;
    this.certainty(0);
  }

  /** Words are changed only where they differ: a screen reader says every change. */
  words(kind, text, places = {}) {
    el("panel").dataset.kind = kind;
    const head = say(`kind_${kind}`, places);
    if (el("kind").textContent !== head) el("kind").textContent = head;
    if (el("words").textContent === text) return;
    el("words").textContent = text;
    const width = text.length + (text.match(WIDE)?.length ?? 0);
    el("words").toggleAttribute("data-long", width > LONG);
    el("words").toggleAttribute("data-reason", width > REASON);
  }

  show(puzzle, answer) {
    const { cue, hint, certainty } = answer;
    if (hint) this.words("hold", hint.words, { n: hint.step });
    else if (scanning(answer)) this.words("scan", answer.scan.words);
    else if (cue) this.words(cue.kind, cue.words);
    if (hint || cue) el("again").disabled = false;
    // Only a move has a reason.
    el("why").disabled = !cue?.move;
    el("goal").disabled = !cue?.state;
    this.guide(hint);
    this.offer(answer);
    this.progress(answer);
    this.certainty(certainty);
    el("calibrated").hidden = !answer.calibrated;
    this.toy(puzzle, answer);
  }

  /** Photos may show what cannot be solved, where there was a way before. */
  noProgress() {
    el("progress").hidden = true;
    el("left").textContent = "";
  }

  /** The bar over the whole way: the moves that were made are its filled part. */
  progress({ remaining, whole, left }) {
    // Nothing to tell: what was said last still holds.
    if (remaining === null || remaining === undefined) return;
    if (el("left").textContent !== left) el("left").textContent = left;
    const bar = el("progress");
    bar.hidden = !whole;
    if (!whole) return;
    bar.setAttribute("aria-valuemax", whole);
    bar.setAttribute("aria-valuenow", whole - remaining);
    bar.setAttribute("aria-valuetext", left || say("kind_done"));
    bar.firstElementChild.style.width = `${(100 * (whole - remaining)) / whole}%`;
  }

  certainty(share) {
    const percent = Math.floor(100 * share);
    const bar = el("certainty");
    bar.setAttribute("aria-valuenow", percent);
    bar.toggleAttribute("data-low", share < 0.9);
    bar.firstElementChild.style.width = `${percent}%`;
    el("sure").textContent = percent ? say("sure", { n: percent }) : say("unsure");
  }

  /** The diagram stays while a hand hides the toy. */
  toy(puzzle, answer) {
    const { state, told, map, scan, hint, leftward } = answer;
    const key = JSON.stringify([state, told, map, scan, hint, leftward]);
    if (key === this.drawn || (!state && !map)) return;
    this.drawn = key;
    if (map) return this.unfolded(answer);
    const drawing = diagram(puzzle, answer);
    el("state").replaceChildren(...(drawing ? [drawing] : []));
    el("state").setAttribute("role", "img");
    this.label(state, told ?? state);
    el("caption").textContent = drawing ? say("state") : say("state_is", { state });
  }

  /** The drawing in words, for screen readers; notation is for the project's own tests. */
  label(state, words) {
    el("state").dataset.state = state ?? "";
    el("state").setAttribute("aria-label", words);
  }

  /** A guided scan helps where faces do not settle what the cube is, or are not told apart. */
  offer({ map, scan, hint }) {
    if (!scan || scan.settled) this.since = performance.now();
    const full = map && !map.includes("") && scan.note;
    el("order").hidden = !map || Boolean(hint) || scan.settled || !(full || performance.now() - this.since > LONG_SCAN_MS);
  }

  /** How to hold the cube, in a guided scan. */
  guide(hint) {
    el("how").hidden = !hint;
    if (hint?.step === this.step) return;
    this.step = hint?.step;
    el("how").replaceChildren(...(hint ? [hold(hint)] : []));
  }

  unfolded({ state, map, scan }) {
    this.flat.draw(map, scan);
    // What is said above need not be said twice.
    this.flat.note(scan.note === el("words").textContent ? null : scan.note);
    const place = el("state");
    if (this.flat.root.parentNode !== place) place.replaceChildren(this.flat.root);
    place.setAttribute("role", "group");
    this.label(state, say("flat_map"));
    const caption = scan.words === el("words").textContent ? say("flat_map") : scan.words;
    if (el("caption").textContent !== caption) el("caption").textContent = caption;
  }

  /** The answer to a correction. */
  edited(answer) {
    if (answer.map) {
      this.drawn = null;
      this.unfolded({ state: null, ...answer });
      this.flat.answer(answer.map, answer.scan);
    }
    if (answer.refused) this.flat.note(answer.refused);
  }
}
