// The browser's own voice. What is being said is cut short only when the toy's state has changed.

import { lang } from "./known.js";

export class Voice {
  constructor() {
    this.muted = false;
    this.state = null;
  }

  /** Browsers let a page speak once the player has touched it: this is to be called then. */
  wake() {
    if (this.there()) window.speechSynthesis.resume();
  }

  speak(words, state) {
    if (this.muted || !words || !this.there()) return;
    if (state !== this.state) window.speechSynthesis.cancel();
    this.state = state;
    const speech = new SpeechSynthesisUtterance(words);
    speech.lang = lang === "en" ? "en-US" : lang;
    const voices = window.speechSynthesis.getVoices().filter((v) => v.lang.startsWith(lang));
    speech.voice = voices.find((v) => v.default) ?? voices.find((v) => v.localService) ?? null;
    window.speechSynthesis.speak(speech);
  }

  again(words) {
    this.hush();
    this.speak(words, this.state);
  }

  hush() {
    if (this.there()) window.speechSynthesis.cancel();
  }

  there() {
    return "speechSynthesis" in window;
  }
}
