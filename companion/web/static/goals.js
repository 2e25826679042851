// Another goal: one of those that are offered, or one of the player's own, drawn or written.

import { el, say } from "./known.js";
import { diagram } from "./shapes.js";

export class Goals {
  /** `ask` is called with a message for the server, and returns false where it cannot be sent. */
  constructor(ask) {
    this.ask = ask;
    this.root = el("goals");
    el("goal-text").oninput = () => this.draw();
    el("goal-drawn").onclick = ({ target }) => this.change(target.dataset.at);
    el("goal-cancel").onclick = () => this.root.close();
    el("goal-form").onsubmit = (event) => {
      event.preventDefault();
      this.aim(el("goal-text").value.trim());
    };
  }

  get open() {
    return this.root.open;
  }

  /** Shows what is offered: names and states, and the goal that holds. */
  show({ puzzle, variant, leftward }, { goals, goal }) {
    Object.assign(this, { puzzle, leftward, pegs: goals.length });
    const buttons = goals.map(([name, state]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.setAttribute("aria-pressed", state === goal);
      button.onclick = () => this.aim(state);
      return button;
    });
    el("goal-list").replaceChildren(...buttons);
    el("goal-how").textContent = say(`goal_how_${variant ? "variant" : puzzle}`);
    el("goal-text").value = goal;
    this.refuse("");
    this.draw();
    if (!this.open) this.root.showModal();
  }

  aim(state) {
    if (!this.ask({ aim: state })) this.refuse(say("lost"));
  }

  /** The answer to a goal: it is taken, or there is a sentence why not. */
  heard({ refused }) {
    if (refused) this.refuse(refused);
    else this.root.close();
  }

  refuse(text) {
    el("goal-refused").textContent = text;
    el("goal-refused").hidden = !text;
  }

  draw() {
    const drawing = diagram(this.puzzle, { state: el("goal-text").value.trim(), leftward: this.leftward });
    el("goal-drawn").replaceChildren(...(drawing ? [drawing] : []));
  }

  /** A tap on a ring puts it on or off, one on a disc moves it by a peg. */
  change(at) {
    if (at === undefined || !/^([01]+|[A-Z]+)$/.test(el("goal-text").value.trim())) return;
    const signs = [...el("goal-text").value.trim()];
    const peg = (letter) => String.fromCharCode(65 + ((letter.charCodeAt(0) - 64) % this.pegs));
    signs[at] = this.puzzle === "rings" ? (signs[at] === "1" ? "0" : "1") : peg(signs[at]);
    el("goal-text").value = signs.join("");
    this.refuse("");
    this.draw();
  }
}
