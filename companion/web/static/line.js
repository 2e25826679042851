// The line to the server: pictures out, answers in. It calls again where the connection is lost.

import { gone, locked, say } from "./known.js";

// Pictures under way at once: the next is on its way while one is looked at. On the same computer
// that way is short: where looking takes longer than so, the second would only wait and grow old.
const NEAR = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
const UNDER_WAY = 2;
const BRISK_MS = 60;
const WAITS = [300, 600, 1200, 2500, 5000];
const GONE = 4;
// After so many calls in vain it is asked whether this page is let in at all: a handshake that is
// refused looks like one that nobody answers.
const REFUSED = 2;
// No answer for so long: the picture is lost, and the next one may go; and after so long the line is
// dead, whether the browser knows or not: a phone that lost its network is told of it much later.
const LOST_MS = 6000;
const DEAD_MS = 12_000;
// Closed by the server on purpose; see companion/web/talk.py.
const POLICY = 1008;

export class Line {
  /** `heard` gets each answer, `edited` those to corrections, `trouble` a sentence, or null. */
  constructor(wish, { begun, heard, edited, trouble }) {
    Object.assign(this, { wish, begun, heard, edited, trouble });
    this.key = wish.session;
    this.tries = 0;
    // How long answers take, in milliseconds: a running mean.
    this.mean = 0;
    // How long silence is borne; longer each time, lest a slow server never gets to answer.
    this.patience = DEAD_MS;
    this.call();
  }

  call() {
    if (this.over) return;
    // A page in the background, or on a phone that sleeps, has nothing to show.
    if (document.hidden) {
      document.addEventListener("visibilitychange", () => this.call(), { once: true });
      return;
    }
    this.said = null;
    this.sent = 0;
    this.answered = 0;
    // When the first picture went out to which nothing was heard.
    this.unheard = null;
    this.open = false;
    this.times = new Map();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/play`);
    this.socket.onopen = () =>
      this.socket.send(
        JSON.stringify({
          begin: this.wish.puzzle,
          count: this.wish.count,
          variant: this.wish.variant,
          method: this.wish.method,
          session: this.key,
          camera: this.wish.camera,
        }),
      );
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = (event) => this.lost(event);
  }

  hear(answer) {
    this.unheard = null;
    if (answer.error) {
      this.said = answer.error;
      this.trouble(this.said);
    } else if (answer.session) {
      this.key = answer.session;
      this.open = true;
      this.tries = 0;
      this.trouble(null);
      this.begun(answer);
    } else if (answer.edit) {
      this.edited(answer);
    } else {
      this.answered = answer.picture;
      this.patience = DEAD_MS;
      const { at, paper } = this.times.get(answer.picture) ?? { at: performance.now() };
      Object.assign(answer, { paper, trip: performance.now() - at });
      this.mean += 0.15 * (answer.trip - this.mean);
      for (const number of this.times.keys()) if (number <= answer.picture) this.times.delete(number);
      this.heard(answer);
    }
  }

  lost(event) {
    this.open = false;
    if (this.over || event.code === POLICY) return;
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)];
    this.tries += 1;
    this.trouble(this.said ?? (this.tries > GONE ? gone() : say("lost")));
    this.timer = setTimeout(() => this.call(), wait);
    if (this.tries > REFUSED) this.knock();
  }

  /** Calls no more where the server asks for another token: it was started again. */
  async knock() {
    const reply = await fetch("/", { cache: "no-store" }).catch(() => null);
    if (this.over || this.open || !locked(reply)) return;
    this.close();
    this.trouble(say("no_token"));
  }

  /** Calls anew where nothing was heard for so long that nothing will be; looked at with every picture. */
  watch() {
    if (!this.open || !this.unheard || performance.now() - this.unheard < this.patience) return;
    this.patience *= 2;
    // What the dead line still says, once the browser notices, is of no interest.
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close();
    this.lost({});
  }

  /** Whether another picture may go. */
  get free() {
    if (!this.open || this.socket.bufferedAmount > 500_000) return false;
    const oldest = this.times.values().next().value;
    if (oldest && performance.now() - oldest.at > LOST_MS) this.times.clear();
    return this.times.size < (NEAR && this.mean > BRISK_MS ? 1 : UNDER_WAY);
  }

  send({ jpeg, paper }) {
    if (!this.open || this.socket.readyState !== WebSocket.OPEN) return;
    this.sent += 1;
    const at = performance.now();
    this.times.set(this.sent, { at, paper });
    this.unheard ??= at;
    this.socket.send(jpeg);
  }

  /** Sends a correction of the flat map; false where that is not possible just now. */
  edit(message) {
    if (!this.open || this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.over = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
