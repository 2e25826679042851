// Photos instead of a camera: made smaller, sent together, shown with their marks.

import { shrink } from "./camera.js";
import { el, gone, locked, say } from "./known.js";
import { paint } from "./marks.js";

const LONGEST = 2400;
const QUALITY = 0.92;

export class Photos {
  constructor(panel, voice) {
    Object.assign(this, { panel, voice });
    this.shown = [];
    this.at = 0;
  }

  /** Reads the files and shows the answer. Throws an Error with a sentence. */
  async read(wish, files) {
    const pictures = await Promise.all([...files].map(open));
    const paper = document.createElement("canvas");
    const parts = [];
    for (const picture of pictures) {
      const jpeg = await shrink(picture, picture.width, picture.height, LONGEST, QUALITY, paper);
      const length = new DataView(new ArrayBuffer(4));
      length.setUint32(0, jpeg.size);
      parts.push(length.buffer, jpeg);
    }
    const query = new URLSearchParams({ puzzle: wish.puzzle });
    for (const name of ["count", "variant", "method"]) if (wish[name]) query.set(name, wish[name]);
    const reply = await fetch(`/photos?${query}`, { method: "POST", body: new Blob(parts) });
    const answer = await reply.json().catch(() => unread(reply));
    if (answer.error) throw new Error(answer.error);
    this.wish = wish;
    this.reading = answer.reading;
    this.take(answer, pictures);
    this.buttons();
    this.best();
    this.speak();
  }

  /** Has a sticker corrected, one after the other. Throws an Error with a sentence. */
  edit(message) {
    this.editing = (this.editing ?? Promise.resolve()).catch(() => {}).then(() => this.ask(message));
    return this.editing;
  }

  async ask(message) {
    const { reading } = this;
    const address = `/photos/correct?reading=${encodeURIComponent(reading)}`;
    const reply = await fetch(address, { method: "POST", body: JSON.stringify(message) }).catch(() => null);
    const answer = (await reply?.json().catch(() => null)) ?? unread(reply);
    if (answer.error) throw new Error(answer.error);
    if (reading !== this.reading || !this.shown.length) return;
    if (answer.refused) return this.panel.edited(answer);
    const solved = this.solution;
    this.take(answer, this.shown.map((one) => one.picture));
    if (answer.solution && answer.solution !== solved) {
      this.best();
      this.speak();
    } else this.show(this.at);
    this.panel.edited(this.shown[this.at]);
  }

  take(answer, pictures) {
    this.solution = answer.solution;
    this.shown = answer.photos.map((fields, i) => ({ ...fields, picture: pictures[i] }));
  }

  /** Shows the photo with the most marks: it has the arrows, if any has. */
  best() {
    const most = Math.max(...this.shown.map((one) => one.marks.length));
    this.show(this.shown.findIndex((one) => one.marks.length === most));
    el("order").textContent = say("order_photos");
  }

  speak() {
    const one = this.shown[this.at];
    this.voice.speak(one.cue?.words ?? one.problem, one.state);
  }

  buttons() {
    const pages = this.shown.map((_, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = i + 1;
      button.setAttribute("aria-label", say("photo_n", { n: i + 1 }));
      button.onclick = () => this.show(i);
      return button;
    });
    el("pages").replaceChildren(...pages);
    el("pages").hidden = pages.length < 2;
  }

  show(index) {
    this.at = index;
    const one = this.shown[index];
    [...el("pages").children].forEach((button, i) => button.setAttribute("aria-current", i === index));
    const photo = el("photo");
    [photo.width, photo.height] = one.size;
    photo.getContext("2d").drawImage(one.picture, 0, 0, ...one.size);
    this.paint();
    if (!one.cue) {
      this.panel.noProgress();
      this.panel.words("unsure", one.problem ?? "");
    }
    this.panel.show(this.wish.puzzle, one);
    el("again").disabled = false;
    el("solution").hidden = !this.solution;
    el("solution").textContent = this.solution ? say("solution", { moves: this.solution }) : "";
  }

  paint() {
    const one = this.shown[this.at];
    if (one) paint(el("marks"), one.marks, one.size);
  }

  close() {
    for (const one of this.shown) one.picture.close();
    this.shown = [];
    el("pages").hidden = true;
  }
}

/** What stands for an answer that is none. */
const unread = (reply) => ({ error: locked(reply) ? say("no_token") : gone() });

async function open(file) {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new Error(say("no_photo", { name: file.name }));
  }
}
