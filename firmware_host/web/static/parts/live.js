/**
 * The line to the board: the newest state comes in, what somebody does goes out.
 *
 * The socket comes back by itself. Until it is back the page says so, and asks every
 * two seconds over plain HTTP, which works where a school's network lets no socket by.
 */
import { say } from "./words.js";

/** Milliseconds: first wait before a new try, longest wait, and between two polls. */
const SOON_MS = 250, LATE_MS = 4000, POLL_MS = 2000;

/** An answer that takes longer than this is none. */
const ANSWER_MS = 12000;

/** The lines of this page that are not hung up. */
const LINES = new Set();

/** Where a document of this view comes from, in the page's language. */
const at = (path, view) => `${path}?as=${view}&lang=${document.documentElement.lang}`;

/**
 * Call `onState` with the newest document, now and whenever there is a new one.
 *
 * Each document has `online`; without a line the last one comes again with `online:
 * false`. A page that never had one is not called, and sees the notice alone. A view
 * that we may not have comes as `{online: true, denied: "a sentence"}`.
 *
 * @param {string} view "wall", "seat", "teacher" or "board".
 * @param {function} onState Told of each document.
 * @returns {function} Hangs up.
 */
export function connect(view, onState) {
  const line = { view, onState, last: null, socket: null, wait: SOON_MS, timer: 0, poll: 0, over: false };
  LINES.add(line);
  dial(line);
  // A network that goes takes no leave: the socket would notice a minute later.
  addEventListener("offline", () => line.socket.close());
  addEventListener("online", () => again(line));
  document.addEventListener("visibilitychange", () => again(line));
  return () => {
    LINES.delete(line);
    line.over = true;
    clearTimeout(line.timer);
    clearInterval(line.poll);
    line.socket.close();
  };
}

function dial(line) {
  line.socket = new WebSocket(at(`ws://${location.host}/socket`, line.view));
  line.socket.onmessage = ({ data }) => {
    line.wait = SOON_MS;
    clearInterval(line.poll);
    line.poll = 0;
    show(line, JSON.parse(data));
  };
  line.socket.onclose = () => line.over || lost(line);
}

/** Dial every line again: the board knows a line by the cookies it was dialled with. */
export function redial() {
  for (const line of LINES) line.socket.close();
}

/** Dial at once where the line is down, rather than when its turn comes. */
function again(line) {
  if (line.over || line.socket.readyState !== WebSocket.CLOSED) return;
  clearTimeout(line.timer);
  dial(line);
}

function lost(line) {
  clearTimeout(line.timer);
  line.timer = setTimeout(() => dial(line), line.wait);
  line.wait = Math.min(line.wait * 2, LATE_MS);
  if (line.poll) return;
  line.poll = setInterval(() => ask(line), POLL_MS);
  ask(line);
}

/** Ask once over plain HTTP; what comes may be older than what a new socket brought. */
async function ask(line) {
  try {
    const answer = await fetch(at("/api/state", line.view), { signal: AbortSignal.timeout(POLL_MS) });
    const state = await answer.json();
    if (answer.status === 403) refused(line, state.text);
    else if (!answer.ok) throw new Error(answer.statusText);
    else if (line.poll) show(line, state);
  } catch {
    if (!line.poll || line.over) return;
    notice(true);
    if (line.last) line.onState({ ...line.last, online: false });
  }
}

/** This view is not for us (any more): the line is fine, and the page decides what to do. */
function refused(line, text) {
  notice(false);
  line.onState({ online: true, denied: text });
}

function show(line, state) {
  notice(false);
  line.last = state;
  line.onState({ ...state, online: true });
}

/** Say on any page that the line is down, or take that back. */
function notice(down) {
  let box = document.getElementById("line-down");
  if (!box) {
    box = document.createElement("p");
    box.id = "line-down";
    box.setAttribute("role", "status");
    document.body.append(box);
  }
  const text = down ? say("web-reconnecting") : "";
  if (box.textContent !== text) box.textContent = text;
}

/**
 * Do something.
 *
 * @param {string} path Such as "/api/do".
 * @param {object} body What to send.
 * @returns {Promise<object>} `{ok: true, ...}`, `{refused: code, text}` or `{error: text}`.
 */
export async function act(path, body = {}) {
  const asked = `${path}?lang=${document.documentElement.lang}`;
  try {
    const answer = await fetch(asked, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Letterzone": "1" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return await answer.json();
  } catch {
    return { error: say("web-no-answer") };
  }
}
