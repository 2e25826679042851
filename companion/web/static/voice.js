// The browser's own voice. What is being said is cut short only when the toy's state has changed;
// of what comes meanwhile the newest waits for its turn, and the rest is old.

import { lang } from "./known.js";

export class Voice {
  constructor() {
    this.muted = false;
    this.state = null;
    this.woken = false;
    this.saying = this.waiting = null;
  }

  /** Browsers let a page speak once the player has touched it: this is to be called then. */
  wake() {
    if (!this.there()) return;
    window.speechSynthesis.resume();
    // On iPhones the first words count, and they have to be said while the touch is handled.
    if (!this.woken) window.speechSynthesis.speak(new SpeechSynthesisUtterance(""));
    this.woken = true;
  }

  speak(words, state) {
    if (this.muted || !words || !this.there()) return;
    if (state !== this.state) this.hush();
    this.state = state;
    if (this.saying && this.busy) this.waiting = words;
    else this.utter(words);
  }

  utter(words) {
    this.waiting = null;
    const speech = new SpeechSynthesisUtterance(words);
    speech.lang = lang === "en" ? "en-US" : lang;
    speech.voice = voiceFor(window.speechSynthesis.getVoices());
    // Kept, because some browsers forget an utterance that nobody holds, and its end.
    this.saying = speech;
    speech.onend = speech.onerror = () => {
      if (this.saying !== speech) return;
      this.saying = null;
      if (this.waiting) this.utter(this.waiting);
    };
    window.speechSynthesis.speak(speech);
  }

  again(words) {
    this.hush();
    this.speak(words, this.state);
  }

  /** Some browsers lose words that come right after a cancelling: only what is there is cancelled. */
  hush() {
    this.saying = this.waiting = null;
    if (this.there() && this.busy) window.speechSynthesis.cancel();
  }

  get busy() {
    const { speaking, pending } = window.speechSynthesis;
    return speaking || pending;
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
