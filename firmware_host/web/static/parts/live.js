/**
 * The connection to the board: state documents arrive, commands are sent.
 *
 * The server sends a heartbeat on each socket. A socket without one is opened again, even if it
 * looks open. Until then the page shows since when it is outdated, and polls every two seconds over
 * plain HTTP, which also works where a school's network blocks sockets.
 */
import { stayAwake } from "./awake.js";
import { waited } from "./presses.js";
import { say } from "./words.js";

/** Milliseconds: the first wait before a new attempt, the longest one, and between two polls. */
const SOON_MS = 250, LATE_MS = 4000, POLL_MS = 2000;

/** A socket that was silent for this long is dead; the server sends every four seconds. */
const SILENT_MS = 10000;

/** How often sockets are checked. */
const LOOK_MS = 500;

/** The timeout of a request. */
const ANSWER_MS = 12000;

/** The open connections of this page. */
const LINES = new Set();

/** The key of this phone or screen: a request that is repeated after a lost response finds its place. */
export const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join("");

/** Return the address of a view's document, in the page's language. */
const at = (path, view) => `${path}?as=${view}&lang=${document.documentElement.lang}`;

/** A monotonic clock. */
const now = () => performance.now();

/**
 * Call `onState` with the newest document, now and at each change.
 *
 * Each document has `online`, and by the page's own clock `arrived_ms`; without a connection the last
 * one is sent again with `online: false`. A page that never had a document is not called, and only
 * shows the notice. A view that is denied arrives as `{online: true, denied: "a sentence"}`. No
 * document arrives after a newer one.
 *
 * @param {string} view "wall", "seat", "teacher" or "board"; a hall has its own.
 * @param {function} onState Called with each document.
 * @param {object} how `polls`: whether `/api/state` can be polled; `words`: returns a text;
 *   `wakes`: whether the screen stays awake with a document.
 * @returns {function} Closes the connection.
 */
export function connect(view, onState, { polls = true, words = say, wakes = () => true } = {}) {
  const line = { view, onState, polls, words, wakes, last: null, gone: [], socket: null, wait: SOON_MS, timer: 0, poll: 0, down: false, heard: now(), over: new AbortController() };
  const { signal } = line.over;
  LINES.add(line);
  dial(line);
  const look = setInterval(() => watch(line), LOOK_MS);
  // A lost network does not close the socket; that would be noticed a minute later.
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

/** Open all connections again, so that the board sees new cookies. */
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

/** Close the socket, and ignore what an old one still sends. */
function hangUp(line) {
  const { socket } = line;
  if (!socket) return;
  line.socket = socket.onmessage = socket.onclose = null;
  socket.close();
}

/** Open a new socket soon, and poll meanwhile. */
function lost(line) {
  hangUp(line);
  clearTimeout(line.timer);
  line.timer = setTimeout(() => dial(line), line.wait);
  line.wait = Math.min(line.wait * 2, LATE_MS);
  ask(line);
}

/** Open a socket and poll at once: the page is visible again, or the network is back. */
function probe(line) {
  watch(line);
  line.wait = SOON_MS;
  dial(line);
  ask(line);
}

/** Mark the page as outdated if it was silent for too long, and reconnect. */
function watch(line) {
  if (now() - line.heard > SILENT_MS && !line.down) fail(line);
  if (line.socket && now() - line.spoke > SILENT_MS) lost(line);
  if (line.down) notice(line);
}

/** Poll over plain HTTP until a socket works. */
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
    if (answer.status === 403) current(line, { online: true, denied: state.text }); // the connection works; the page decides what to do
    else if (answer.ok) show(line, state);
    else fail(line);
  } catch {
    if (line.poll && !line.over.signal.aborted) fail(line);
  }
}

/** Show a document, unless a newer one was shown: it may be late, or from a server that is gone. */
function show(line, state) {
  const { start, n } = line.last ?? {};
  if (line.gone.includes(state.start) || (start === state.start && state.n < n)) return;
  if (start !== undefined && start !== state.start) line.gone.push(start);
  line.last = { ...state, arrived_ms: now() };
  current(line, { ...line.last, online: true }, true);
}

/** Mark the page as current; draw it if that or the document is new. */
function current(line, state, isNew = !line.last || Boolean(state.denied)) {
  const again = isNew || line.down;
  line.heard = now();
  line.down = false;
  notice(line);
  if (again) line.onState(state);
  setTimeout(stayAwake, 0, line.wakes(state)); // after the answer is visible
}

function fail(line) {
  if (!line.down && line.last) line.onState({ ...line.last, online: false });
  line.down = true;
  notice(line);
}

/** Show in front of the page since when it is outdated, or remove that notice. */
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
  // In front of an open dialog, too.
  const front = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (box.parentNode !== front) front.append(box);
  const seconds = Math.floor((now() - heard) / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  box.firstChild.textContent = `${words("web-not-current", { time })} `;
}

/** Commands that are refused if what they depend on has changed since the shown document. */
const GAME = /^\/api\/(do|lay|begin|evening|tutorial|pause|bot|sit|stand|board\/touch|teacher\/(act|begin|stand))$/;

/** The `seen` of the newest document, at the first click of a press, and of the press in progress. */
const newest = () => [...LINES].at(-1)?.last?.seen;
let first, pressed;

/** Store what a press refers to: the second click of a double click refers to the same as the first. */
function press({ detail, repeat }) {
  if (!(detail > 1 || repeat)) first = newest();
  pressed = first;
  setTimeout(() => { pressed = undefined; });
}

addEventListener("click", press, true);
addEventListener("keydown", press, true);

/** Return the `seen` of a command that is given now; one that is sent later stores it. */
export const seen = () => pressed ?? newest();

/**
 * Send a command. The pressed button is busy until the answer.
 *
 * @param {string} path Such as "/api/do".
 * @param {object} body The command; a command of the game gets the `seen` of the shown document.
 * @returns {Promise<object>} `{ok: true, ...}`, `{refused: code, text}` or `{error: text}`.
 */
export function act(path, body = {}) {
  const whole = GAME.test(path) ? { seen: seen(), ...body } : body;
  return waited(`${path} ${JSON.stringify(body)}`, () => post(path, whole));
}

/** Return `act` for a part that shows the reason of a refusal by `setWhy`; a command that succeeds clears it. */
export const actShowing = (setWhy) => async (path, body) => {
  const answer = await act(path, body);
  setWhy(answer.refused || answer.error ? answer.text ?? answer.error : "");
  return answer;
};

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
    // Some real names are rude words: ask once, then accept them.
    const asks = told.refused === "join-name-rude" && !body.sure;
    return asks && confirm(told.text) ? await act(path, { ...body, sure: true }) : told;
  } catch {
    return { error: say("web-no-answer") };
  }
}
