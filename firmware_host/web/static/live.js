/**
 * The state of the table, as it changes; and asking something of it.
 *
 * A socket brings the newest state. When it breaks the page says so within three
 * seconds, tries again for ever, and asks by plain HTTP meanwhile.
 */

/** How soon the first new try is made, and how late the later ones at most, in ms. */
const FIRST_MS = 250;
const LAST_MS = 4000;

/** How long a page may be without a state before it says so, and asks for one, in ms. */
const PATIENCE_MS = 2000;

const language = () => document.documentElement.lang;

/**
 * Call onState with each new state, and with `{...state, online: false}` while the
 * board cannot be reached. Returns a function that stops.
 */
export function connect(as, onState) {
  let socket;
  let state;
  let delay = FIRST_MS;
  let stopped = false;
  let patience;
  let retry;

  function show(news, online = true) {
    state = news;
    onState({ ...news, online });
  }

  async function poll() {
    if (stopped) return;
    try {
      const answer = await fetch(`/api/state?as=${as}&lang=${language()}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (answer.ok) show(await answer.json());
      else onState({ ...state, online: true, refused: (await answer.json()).text });
    } catch {
      if (state) onState({ ...state, online: false });
      else onState({ online: false });
    }
    patience = setTimeout(poll, PATIENCE_MS);
  }

  function wait() {
    patience ??= setTimeout(poll, PATIENCE_MS / 2);
    retry = setTimeout(open, delay * (0.75 + Math.random() / 2));
    delay = Math.min(2 * delay, LAST_MS);
  }

  function open() {
    if (stopped) return;
    socket = new WebSocket(`ws://${location.host}/socket?as=${as}&lang=${language()}`);
    socket.addEventListener("message", (event) => {
      clearTimeout(patience);
      patience = undefined;
      delay = FIRST_MS;
      show(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (!stopped) wait();
    });
  }

  patience = setTimeout(poll, PATIENCE_MS);
  open();
  const wake = () => {
    if (document.visibilityState === "visible" && socket.readyState === WebSocket.CLOSED) {
      clearTimeout(retry);
      open();
    }
  };
  document.addEventListener("visibilitychange", wake);
  return () => {
    stopped = true;
    document.removeEventListener("visibilitychange", wake);
    clearTimeout(patience);
    clearTimeout(retry);
    socket.close();
  };
}

/** Ask for something; returns what the board says: `ok`, or `refused` or `error` and a text. */
export async function act(path, body = {}) {
  try {
    const answer = await fetch(`${path}?lang=${language()}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-letterzone": "1" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15000),
    });
    const text = await answer.text();
    return { ok: answer.ok, ...(text ? JSON.parse(text) : {}) };
  } catch {
    return { ok: false, error: "offline" };
  }
}
