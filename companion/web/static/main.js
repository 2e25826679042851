// The page: choosing a puzzle, then playing with the camera or looking at photos.

import { Camera } from "./camera.js";
import { Goals } from "./goals.js";
import { el, gone, puzzles, say } from "./known.js";
import { Line } from "./line.js";
import { paint } from "./marks.js";
import { Panel } from "./panel.js";
import { Photos } from "./photos.js";
import { Voice } from "./voice.js";

const camera = new Camera(el("video"));
const voice = new Voice();
const panel = new Panel((message) => {
  if (game?.kind === "photos") photos.edit(message).catch((error) => notice(error.message));
  else if (!line?.edit(message)) panel.flat.note(say("lost"));
});
const photos = new Photos(panel, voice);
const goals = new Goals((message) => line?.edit(message));
const counts = {};
// Read by the project's own tests: pictures answered, and the milliseconds that each took.
const pace = (window.pace = { answers: 0, trips: [], last: null, late: false });
const LATE_MS = 120;
let line = null;
let game = null;
let paused = false;
// The newest picture that was not sent yet.
let ready = null;
let awake = null;

const chosen = () => document.querySelector("input[name=puzzle]:checked").value;

function wish() {
  const puzzle = chosen();
  const variant = (puzzles[puzzle].variants && el("variant").value) || null;
  const method = (puzzles[puzzle].methods && el("method").value) || null;
  return { puzzle, variant, method, count: variant ? null : (counts[puzzle] ?? null) };
}

// ---- choosing

function showCount() {
  const puzzle = chosen();
  const { low, variants, methods } = puzzles[puzzle];
  el("pieces").hidden = !variants;
  el("ways").hidden = !methods;
  el("count").hidden = low === null || wish().variant !== null;
  el("count-label").textContent = say(`count_${puzzle}`);
  el("number").textContent = counts[puzzle] ?? say("count_self");
  el("fewer").disabled = !counts[puzzle];
  el("more").disabled = counts[puzzle] === puzzles[puzzle].high;
  el("pick").textContent = say(puzzles[puzzle].together ? "photos_cube" : "photos");
}

function change(by) {
  const { low, high } = puzzles[chosen()];
  const now = counts[chosen()];
  const next = now ? now + by : Math.max(low, 3);
  counts[chosen()] = next < low ? undefined : Math.min(next, high);
  showCount();
}

function trouble(text) {
  el("trouble").hidden = !text;
  el("trouble").textContent = text ?? "";
}

// ---- playing

function enter(kind) {
  game = { ...wish(), kind, turn: {} };
  trouble(null);
  el("start").hidden = true;
  el("play").hidden = false;
  document.body.className = `playing ${game.puzzle} ${kind}`;
  el("photo").hidden = kind !== "photos";
  el("video").hidden = kind === "photos";
  el("turn").hidden = true;
  for (const id of ["why", "goal", "fresh", "pause"]) el(id).hidden = kind === "photos";
  pause(false);
  panel.reset(kind === "photos" ? "reading" : "opening");
  paint(el("marks"), [], [4, 3]);
  voice.wake();
  el("words").scrollIntoView?.({ block: "nearest" });
  return game;
}

function leave() {
  if (!game) return;
  forget();
  line?.close();
  camera.close();
  photos.close();
  voice.hush();
  awake?.release?.().catch(() => {});
  el("goals").close();
  line = game = awake = ready = null;
  document.body.className = "";
  el("play").hidden = true;
  el("start").hidden = false;
  el("go").focus();
}

/** While it pauses, the picture stands still and nothing is looked at; the words stay. */
function pause(on) {
  paused = on;
  el("pause").textContent = say(on ? "resume" : "pause");
  notice(on ? say("paused") : null);
  if (on) voice.hush();
  // What was made ready before a pause is old after it.
  ready = null;
  camera.hold(on);
}

/** Whoever comes back wants to hear where they were. */
function goOn() {
  if (!paused) return;
  pause(false);
  if (line?.over) call();
  else if (!line?.edit({ ask: "repeat" })) voice.again(el("words").textContent);
}

function notice(text) {
  el("notice").hidden = !text;
  if (text && el("notice").textContent !== text) el("notice").textContent = text;
}

async function play() {
  if (!navigator.mediaDevices?.getUserMedia) return trouble(say("insecure"));
  const mine = enter("camera");
  try {
    await camera.open();
  } catch (error) {
    leave();
    return trouble(say(error.name === "NotAllowedError" ? "refused_camera" : "no_camera"));
  }
  if (game !== mine) return camera.close();
  panel.reset("looking");
  el("order").textContent = say("order");
  voice.speak(say("looking"), null);
  el("again").focus({ preventScroll: true });
  camera.others().then((more) => (el("turn").hidden = !more));
  stayAwake();
  call();
  camera.onlost = () => comeBack(mine);
  camera.next(() => pump(mine));
}

function call() {
  line = new Line({ ...game, session: remembered(), camera: camera.label }, {
    begun(answer) {
      remember(answer.session);
      if (answer.last?.cue) panel.show(game.puzzle, answer.last);
    },
    heard,
    edited,
    // A pause may be longer than the server waits: the line is made anew without a word.
    trouble: (text) => paused || notice(text),
  });
}

function edited(answer) {
  if (answer.goals) goals.show({ ...game, leftward: pace.last?.leftward }, answer);
  else if (goals.open) goals.heard(answer);
  else panel.edited(answer);
}

function heard(answer) {
  if (!game || paused) return;
  if (answer.refused) return send();
  pace.answers += 1;
  pace.trips.push(answer.trip);
  pace.last = answer;
  send();
  if (pace.trips.length > 1000) pace.trips.shift();
  panel.show(game.puzzle, answer);
  paint(el("marks"), answer.marks, answer.size, late() ? answer.paper : null);
  if (answer.new && answer.cue) voice.speak(answer.cue.words, answer.cue.state);
}

/** Whether answers are so late that the toy has moved on: then their own picture is shown. */
function late() {
  pace.late = line.mean > (pace.late ? LATE_MS / 2 : LATE_MS);
  return pace.late;
}

/** Makes each of the camera's pictures ready, and sends it once the line is free. */
async function pump(mine) {
  if (game !== mine) return;
  line?.watch();
  // Where answers are late, most pictures would be made for nothing; while the map lies over the
  // picture, it had better stay as it is.
  if (!paused && line?.open && !document.hidden && !panel.flat.open && (line.free || !pace.late)) {
    ready = await camera.snap();
    send();
  }
  camera.next(() => pump(mine));
}

function send() {
  if (!ready || paused || !line?.free) return;
  line.send(ready);
  ready = null;
}

/** The camera was pulled out: asks for it until it is there again. */
async function comeBack(mine) {
  notice(say("no_camera"));
  while (game === mine) {
    try {
      await camera.open();
      notice(null);
      tell();
      return camera.next(() => pump(mine));
    } catch {
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

/** Calls anew where the pictures come from another camera by now: a profile is for one of them. */
function tell() {
  if (!line || line.wish.camera === camera.label) return;
  line.close();
  call();
}

/** Keeps a phone's screen on; the browser forgets it whenever the page is hidden. */
function stayAwake() {
  if (game?.kind !== "camera" || document.hidden) return;
  navigator.wakeLock?.request("screen").then((lock) => (awake = lock), () => {});
}

// ---- the session's key: a reloaded page goes on where it was

const place = () => ["game", game.puzzle, game.variant, game.method, game.count].join(" ");
const remember = (key) => sessionStorage.setItem(place(), key);
const remembered = () => sessionStorage.getItem(place());
const forget = () => sessionStorage.removeItem(place());

// ---- photos

async function look(files) {
  if (!files.length) return;
  if (game) leave();
  const mine = enter("photos");
  el("words").focus?.();
  try {
    await photos.read(mine, files);
  } catch (error) {
    if (game !== mine) return;
    leave();
    trouble(error instanceof TypeError ? gone() : error.message);
  }
}

function takeDrops() {
  let inside = 0;
  const files = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const show = (on) => (el("drop").hidden = !on);
  addEventListener("dragenter", (event) => files(event) && show(++inside > 0));
  addEventListener("dragleave", (event) => files(event) && show(--inside > 0));
  addEventListener("dragover", (event) => files(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    show((inside = 0) > 0);
    look([...event.dataTransfer.files]);
  });
}

// ---- buttons

el("wish").addEventListener("submit", (event) => {
  event.preventDefault();
  play();
});
el("wish").addEventListener("change", (event) => ["puzzle", "variant"].includes(event.target.name || event.target.id) && showCount());
el("fewer").onclick = () => change(-1);
el("more").onclick = () => change(1);
el("files").onchange = (event) => {
  look([...event.target.files]).finally(() => (event.target.value = ""));
};
el("again").onclick = () => voice.again(el("words").textContent);
for (const [name, message] of [["why", { ask: "why" }], ["goal", { goals: true }]]) {
  el(name).onclick = () => {
    pause(false);
    if (!line?.edit(message)) notice(say("lost"));
  };
}
el("pause").onclick = () => (paused ? goOn() : pause(true));
el("mute").onclick = () => {
  voice.muted = !voice.muted;
  if (voice.muted) voice.hush();
  el("mute").textContent = say(voice.muted ? "unmute" : "mute");
};
el("fresh").onclick = () => {
  forget();
  line?.close();
  pause(false);
  panel.reset("looking");
  voice.hush();
  call();
};
el("stop").onclick = leave;
el("turn").onclick = () => camera.turn().then(tell, () => notice(say("no_camera")));
addEventListener("keydown", (event) => {
  // The dialog of the goals takes its own.
  if (event.key !== "Escape" || goals.open) return;
  if (panel.flat.chosen === null) leave();
  else panel.flat.leave();
});
document.addEventListener("visibilitychange", stayAwake);
addEventListener("resize", () => photos.paint());
el("language").onchange = ({ target }) => location.assign(`?lang=${target.value}`);
if (location.protocol === "https:") {
  el("warned").hidden = false;
  // Whoever comes for the first time has just been warned.
  el("warned").open = !localStorage.getItem("came");
  localStorage.setItem("came", "yes");
}
takeDrops();
showCount();
