// What stands beside the picture: the words, how far it is, how sure, and the toy as believed.

import { el, say } from "./known.js";
import { diagram, sides } from "./shapes.js";

// Words with more letters are set smaller, so that the buttons stay in sight.
const LONG = 60;

export class Panel {
  constructor() {
    this.reset("opening");
  }

  reset(word) {
    this.most = 0;
    this.drawn = null;
    this.words("wait", say(word));
    el("again").disabled = true;
    el("state").replaceChildren();
    el("state").setAttribute("aria-label", say("state_none"));
    el("caption").textContent = `${say("state")}: ${say("state_none")}`;
    el("progress").hidden = true;
    el("left").textContent = "";
    el("solution").hidden = true;
    this.certainty(0);
  }

  /** Words are changed only where they differ: a screen reader says every change. */
  words(kind, text) {
    el("panel").dataset.kind = kind;
    if (el("kind").textContent !== say(`kind_${kind}`)) el("kind").textContent = say(`kind_${kind}`);
    if (el("words").textContent === text) return;
    el("words").textContent = text;
    el("words").toggleAttribute("data-long", text.length > LONG);
  }

  show(puzzle, answer) {
    const { cue, remaining, certainty } = answer;
    if (cue) {
      this.words(cue.kind, cue.words);
      el("again").disabled = false;
    }
    this.progress(remaining);
    this.certainty(certainty);
    this.toy(puzzle, answer);
  }

  progress(remaining) {
    if (remaining === null || remaining === undefined) return;
    this.most = Math.max(this.most, remaining);
    const share = this.most ? Math.round(100 * (1 - remaining / this.most)) : 100;
    el("progress").hidden = false;
    el("progress").setAttribute("aria-valuenow", share);
    el("progress").firstElementChild.style.width = `${share}%`;
    const text = remaining === 0 ? "" : say(remaining === 1 ? "to_go_one" : "to_go", { n: remaining });
    if (el("left").textContent !== text) el("left").textContent = text;
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
    const { state, map, leftward } = answer;
    const key = JSON.stringify([state, map, leftward]);
    if (key === this.drawn || (!state && !map)) return;
    this.drawn = key;
    const drawing = diagram(puzzle, answer);
    const text = map && !state ? say("flat_count", { n: sides(map) }) : state;
    el("state").replaceChildren(...(drawing ? [drawing] : []));
    el("state").setAttribute("aria-label", text);
    el("caption").textContent = map ? `${say("flat_map")}` : drawing ? say("state") : `${say("state")}: ${state}`;
  }
}
