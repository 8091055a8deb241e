/**
 * The line to the board: the newest state comes in, what a person does goes out.
 *
 * The server beats on each socket. A socket without a beat is dialed again, even if
 * it looks open. Until there is a beat the page says since when it is not current, and
 * asks every two seconds over plain HTTP, which works where a school's network lets no
 * socket by.
 */
import { stayAwake } from "./awake.js";
import { waited } from "./presses.js";
import { say } from "./words.js";

/** Milliseconds: first wait before a new try, longest wait, and between two polls. */
const SOON_MS = 250, LATE_MS = 4000, POLL_MS = 2000;

/** A socket that has sent nothing for so long is dead; the server beats every four seconds. */
const SILENT_MS = 10000;

/** So often it is looked whether one is. */
const LOOK_MS = 500;

/** An answer that takes longer than this is none. */
const ANSWER_MS = 12000;

/** The lines of this page that are not hung up. */
const LINES = new Set();

/** Where a document of this view comes from, in the page's language. */
const at = (path, view) => `${path}?as=${view}&lang=${document.documentElement.lang}`;

/** A clock that never jumps. */
const now = () => performance.now();

/**
 * Call `onState` with the newest document, now and whenever there is a new one.
 *
 * Each document has `online`; without a line the last one comes again with `online:
 * false`. A page that never had one is not called, and sees the notice alone. A view
 * that we may not have comes as `{online: true, denied: "a sentence"}`. No document comes
 * after a newer one.
 *
 * @param {string} view "wall", "seat", "teacher" or "board"; of a hall its own.
 * @param {function} onState Told of each document.
 * @param {object} how `polls`: whether `/api/state` can be asked; `words`: what says a text;
 *   `wakes`: whether the screen stays awake with a document.
 * @returns {function} Hangs up.
 */
export function connect(view, onState, { polls = true, words = say, wakes = () => true } = {}) {
  const line = { view, onState, polls, words, wakes, last: null, gone: [], socket: null, wait: SOON_MS, timer: 0, poll: 0, down: false, heard: now(), over: new AbortController() };
  const { signal } = line.over;
  LINES.add(line);
  dial(line);
  const look = setInterval(() => watch(line), LOOK_MS);
  // A network that goes takes no leave: the socket would notice a minute later.
  addEventListener("offline", () => lost(line), { signal });
  addEventListener("online", () => probe(line), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && probe(line), { signal });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && probe(line), { signal });
  return () => {
    LINES.delete(line);
    line.over.abort();
    clearInterval(look);
    clearInterval(line.poll);
    clearTimeout(line.timer);
    hangUp(line);
  };
}

/** Dial every line again: the board knows a line by the cookies that it was dialed with. */
export const redial = () => LINES.forEach(dial);

function dial(line) {
  hangUp(line);
  clearTimeout(line.timer);
  line.spoke = now();
  line.socket = new WebSocket(at(`ws://${location.host}/socket`, line.view));
  line.socket.onmessage = ({ data }) => {
    line.wait = SOON_MS;
    line.spoke = now();
    clearInterval(line.poll);
    line.poll = 0;
    const told = JSON.parse(data);
    if (!told.beat) show(line, told);
    else if (line.last) current(line, { ...line.last, online: true });
  };
  line.socket.onclose = () => lost(line);
}

/** Have no socket; nothing that an old one still says is heard. */
function hangUp(line) {
  const { socket } = line;
  if (!socket) return;
  line.socket = socket.onmessage = socket.onclose = null;
  socket.close();
}

/** Dial again soon, and ask meanwhile. */
function lost(line) {
  hangUp(line);
  clearTimeout(line.timer);
  line.timer = setTimeout(() => dial(line), line.wait);
  line.wait = Math.min(line.wait * 2, LATE_MS);
  ask(line);
}

/** Dial and ask at once: the page is looked at again, or there is a network again. */
function probe(line) {
  watch(line);
  line.wait = SOON_MS;
  dial(line);
  ask(line);
}

/** Say that the page is not current where it has heard nothing for too long, and dial again. */
function watch(line) {
  if (now() - line.heard > SILENT_MS && !line.down) fail(line);
  if (line.socket && now() - line.spoke > SILENT_MS) lost(line);
  if (line.down) notice(line);
}

/** Ask over plain HTTP, again and again, until a socket speaks. */
function ask(line) {
  if (!line.polls) return fail(line);
  if (line.poll) return;
  line.poll = setInterval(() => askOnce(line), POLL_MS);
  askOnce(line);
}

async function askOnce(line) {
  try {
    const answer = await fetch(at("/api/state", line.view), { signal: AbortSignal.timeout(POLL_MS) });
    const state = await answer.json();
    if (!line.poll || line.over.signal.aborted) return;
    if (answer.status === 403) current(line, { online: true, denied: state.text }); // the line is fine; the page decides what to do
    else if (answer.ok) show(line, state);
    else fail(line);
  } catch {
    if (line.poll && !line.over.signal.aborted) fail(line);
  }
}

/** Show a document, unless a newer one was shown: it is a late answer, or of a server that has gone. */
function show(line, state) {
  const { start, n } = line.last ?? {};
  if (line.gone.includes(state.start) || (start === state.start && state.n < n)) return;
  if (start !== undefined && start !== state.start) line.gone.push(start);
  line.last = state;
  current(line, { ...state, online: true }, true);
}

/** Note that what the page shows is current; draw it where that, or it, is new. */
function current(line, state, isNew = !line.last || Boolean(state.denied)) {
  const again = isNew || line.down;
  line.heard = now();
  line.down = false;
  notice(line);
  stayAwake(line.wakes(state));
  if (again) line.onState(state);
}

function fail(line) {
  if (!line.down && line.last) line.onState({ ...line.last, online: false });
  line.down = true;
  notice(line);
}

/** Say over any page since when it is not current, or take that back. */
function notice({ down, heard, words }) {
  let box = document.getElementById("line-down");
  document.documentElement.classList.toggle("not-current", down);
  if (!down) {
    box?.remove();
    return;
  }
  if (!box) {
    box = document.createElement("p");
    box.id = "line-down";
    box.setAttribute("role", "status");
    box.append(document.createElement("b"), words("web-reconnecting"));
    box.firstChild.ariaHidden = "true"; // read out once, not each second
  }
  // In front of what stands open, too.
  const front = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (box.parentNode !== front) front.append(box);
  const seconds = Math.floor((now() - heard) / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  box.firstChild.textContent = `${words("web-not-current", { time })} `;
}

/** Commands that are refused if what they depend on has changed since the document that the person saw. */
const GAME = /^\/api\/(do|lay|begin|evening|tutorial|pause|bot|stand|board\/touch|teacher\/(act|begin|stand))$/;

/** The `seen` of the newest document, of the one at the first click of a press, and of the press that is being handled. */
const newest = () => [...LINES].at(-1)?.last?.seen;
let first, pressed;

/** Note what a press is made for: the second click of a double click is made for what the first one was. */
function press({ detail, repeat }) {
  if (!(detail > 1 || repeat)) first = newest();
  pressed = first;
  setTimeout(() => { pressed = undefined; });
}

addEventListener("click", press, true);
addEventListener("keydown", press, true);

/**
 * Do something. The button that was pressed for it waits for the answer.
 *
 * @param {string} path Such as "/api/do".
 * @param {object} body What to send; a command of the game gets the `seen` of what the person saw.
 * @returns {Promise<object>} `{ok: true, ...}`, `{refused: code, text}` or `{error: text}`.
 */
export function act(path, body = {}) {
  const whole = GAME.test(path) ? { seen: pressed ?? newest(), ...body } : body;
  return waited(`${path} ${JSON.stringify(body)}`, () => post(path, whole));
}

async function post(path, body) {
  const asked = `${path}?lang=${document.documentElement.lang}`;
  try {
    const answer = await fetch(asked, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Letterzone": "1" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const told = await answer.json();
    // Some people's names are rude words: they are asked once more, and keep them.
    const asks = told.refused === "join-name-rude" && !body.sure;
    return asks && confirm(told.text) ? await act(path, { ...body, sure: true }) : told;
  } catch {
    return { error: say("web-no-answer") };
  }
}
