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
    speech.voice = voiceFor(window.speechSynthesis.getVoices());
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

/** The best voice of the page's language: of its region where it has one, else of any. */
function voiceFor(all) {
  // Some phones write zh_TW.
  const tag = (voice) => voice.lang.replace("_", "-").toLowerCase();
  const mine = lang.toLowerCase();
  const exact = all.filter((voice) => tag(voice) === mine);
  const voices = exact.length ? exact : all.filter((voice) => tag(voice).split("-")[0] === mine.split("-")[0]);
  return voices.find((voice) => voice.default) ?? voices.find((voice) => voice.localService) ?? voices[0] ?? null;
}
