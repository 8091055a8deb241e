/** In each page of the board: its sockets lead to the worker, and its links stay in this folder. */
const SCOPE = new URL(document.currentScript.src).pathname.replace(/mount\.js$/, "");

/** As much of a WebSocket as `parts/live.js` uses. */
globalThis.WebSocket = class Socket {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  readyState = 0;
  onmessage = null;
  onclose = null;

  constructor(address) {
    const { pathname, search } = new URL(address);
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data: { kind, text } }) => {
      if (kind === "open") this.readyState = 1;
      else if (kind === "text") this.onmessage?.({ data: text });
      else this.end();
    };
    const target = pathname + search, language = navigator.language;
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ socket: true, target, language }, [port2]));
    addEventListener("pagehide", () => this.close());
  }

  close() {
    if (this.readyState === 3) return;
    this.port.postMessage("close");
    this.end();
  }

  end() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.port.close();
    setTimeout(() => this.onclose?.());
  }
};

/** A path from the root is one of this folder; the board's own page is told from this folder's by its query. */
const led = ({ pathname, search, hash }) => `${SCOPE}${pathname.slice(1)}${pathname === "/" ? `?at=board&${search.slice(1)}` : search}${hash}`;

globalThis.navigation?.addEventListener("navigate", (event) => {
  const to = new URL(event.destination.url);
  if (to.origin !== location.origin || to.pathname.startsWith(SCOPE) || !event.cancelable) return;
  event.preventDefault();
  setTimeout(() => location.replace(led(to)));
});
