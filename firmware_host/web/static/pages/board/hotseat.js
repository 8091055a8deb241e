/**
 * The hot seat: players look at a shared screen one after the other.
 *
 * A lid hides what only one player may see. Holding that player's animal for a second opens it. The
 * private view arrives over a socket of its own, and is removed when it is covered.
 */
import { Animal } from "../../parts/animals.js";
import { Sand } from "../../parts/clocks.js";
import { focusFirst } from "../../parts/dialog.js";
import { actShowing } from "../../parts/live.js";
import { forget } from "../../parts/letters/kept.js";
import { lazy } from "../../parts/lazy.js";
import { Fallback } from "../../games/load.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { known, say } from "../../parts/words.js";
import { HOLD_MS, twice, useHold } from "./hold.js";

/** The view is covered after this time without a touch; the warning starts this long before. */
const IDLE_MS = 20000, WARN_MS = 5000;

/** How often the time without a touch is checked. */
const LOOK_MS = 250;

/** Verbs of lines without a seat: they concern the whole table. */
const FOR_ALL = ["undo", "void", "end"];

/** The phone's view, for a game that draws no private part for this screen. */
const Phone = lazy(() => import("./hotphone.js"), "Phone");

/** The closed lid, or the open private view. */
export function HotSeat(given) {
  const { state: { hot: { needs }, players }, hot, setLid } = given;
  const [own, line] = useLine(() => cover());
  const seat = own?.you.seat ?? hot.seat;
  const who = players.find((one) => one.seat === seat);
  const next = players.find((one) => one.seat === after(needs, seat));
  const cover = (then = seat) => { setLid(then); line.close(); };
  const done = () => cover(next?.seat ?? null);
  if (own) return html`<${Open} key=${seat} ...${given} ...${{ own, who, next, done }} cover=${() => cover()} needed=${needs.some((one) => one.seat === seat)} />`;
  return html`<${Lid} key=${seat} ...${given} who=${who} open=${() => line.open(seat)} />`;
}

/** Return the seat that needs the screen next, after `seat`; undefined if there is no other. */
function after(needs, seat) {
  const others = needs.map((one) => one.seat).filter((one) => one !== seat);
  return others.find((one) => one > seat) ?? others[0];
}

/**
 * Return the newest document of the open seat (null while covered), and functions to open and close it.
 *
 * `leave` is called when the page loses the focus, is hidden or is left, also before the first document.
 */
function useLine(leave) {
  const [, draw] = useState(0);
  const { current: line } = useRef({ own: null, told: [], socket: null });
  line.leave = leave;
  const close = () => {
    const { socket, told } = line;
    Object.assign(line, { own: null, told: [], socket: null });
    if (socket) {
      socket.onmessage = socket.onclose = null;
      socket.close();
    }
    forget();
    draw((n) => n + 1);
    // Components may keep a document for long. Remove the secret once nothing of it is drawn.
    setTimeout(() => told.forEach((one) => { one.you.secret = null; }));
  };
  const open = (seat) => {
    close();
    const one = new WebSocket(`ws://${location.host}/socket?as=hot&seat=${seat}&lang=${document.documentElement.lang}`);
    one.onmessage = ({ data }) => {
      const told = JSON.parse(data);
      if (told.beat) return;
      line.own = told;
      line.told.push(told);
      draw((n) => n + 1);
    };
    one.onclose = close; // refused, or the board is gone
    line.socket = one;
  };
  useEffect(() => {
    const over = new AbortController(), on = { signal: over.signal, capture: true };
    const left = () => line.socket && line.leave();
    addEventListener("blur", ({ target }) => target === window && left(), on);
    addEventListener("pagehide", left, on);
    document.addEventListener("visibilitychange", () => document.hidden && left(), on);
    return () => { over.abort(); close(); };
  }, []);
  return [line.own, { open, close }];
}

// --- closed --------------------------------------------------------------------------

/** The closed wooden lid; its knob is the animal of the player who may open it. */
function Lid({ state, hot: { why }, who, setLid, open }) {
  const { hot: { needs, looks }, players } = state;
  const [shakes, shake] = useState(0);
  const early = () => shake((n) => n + 1);
  const [how, holding] = useHold(open, early);
  const others = players.filter((one) => one.seat !== who.seat && !one.left && !one.bot);
  const may = (seat) => looks.includes(seat) || needs.some((one) => one.seat === seat);
  const needed = needs.some((one) => one.seat === who.seat);
  useEffect(() => void focusFirst(), []);
  const code = how === "armed" ? "web-hot-again" : twice() ? "web-hot-twice" : shakes && !how ? "web-hot-early" : "web-hot-hold";
  return html`<section class=${`hot closed wood raised who-${who.animal || "board"}`} aria-label=${say("web-hot")}>
    <ul class="away">${others.map((one) => html`<li key=${one.seat} class=${`who-${one.animal || "board"}`}>
      <span class="paws"><${Animal} name=${one.animal || "board"} /></span>
      ${may(one.seat) ? html`<button type="button" class="first-one" onClick=${() => setLid(one.seat)}>${say(needs.some((need) => need.seat === one.seat) ? "web-hot-first" : "web-hot-looks", { name: one.name })}</button>` : html`<span>${one.name}</span>`}</li>`)}</ul>
    <button type="button" data-first class=${`lid-knob ${how} ${shakes ? "shakes" : ""}`} style=${{ "--hold": `${HOLD_MS}ms` }} ...${holding}
      aria-label=${say("web-hot-open", { name: who.name })}>
      <svg class="ring" viewBox="0 0 100 100" aria-hidden="true" focusable="false"><circle cx="50" cy="50" r="47" pathLength="100" /></svg>
      <${Animal} name=${who.animal || "board"} /></button>
    <div class="how"><b>${say(code)}</b>
      ${!needed && html`<button type="button" onClick=${() => setLid(null)}>${say("web-hot-back")}</button>`}
      <span>${known(`web-hot-why-${why}`) ? say(`web-hot-why-${why}`) : ""} ${say("web-hot-only", { name: who.name })}</span></div>
  </section>`;
}

// --- open ----------------------------------------------------------------------------

/** The private view, in front of everything, until it is covered. */
function Open({ own, who, next, needed, cover, done, letters, game, state }) {
  const box = useRef(null);
  const [why, setWhy] = useState("");
  const left = useCover(cover, () => refill(box.current));
  useLayoutEffect(() => alone(box.current), []);
  const send = (line) => actShowing(setWhy)("/api/do", FOR_ALL.includes(line.do) ? line : { by: own.you.seat, ...line });
  const given = { state: own, letters, act: send, done, cover };
  const Private = game.board?.private;
  const phone = html`<${Phone} ...${given} />`;
  const finish = next ? say("web-hot-done-to", { name: next.name }) : say("web-hot-done");
  return html`<section ref=${box} tabindex="-1" onKeyDown=${stay} class=${`hot open cloth who-${who.animal || "board"}`} aria-label=${say("web-hot")}>
    <header><span class="face"><${Animal} name=${who.animal || "board"} />
        <svg class="ring" viewBox="0 0 100 100" aria-hidden="true" focusable="false"><circle cx="50" cy="50" r="47" pathLength="100" style=${{ "--idle": `${IDLE_MS}ms` }} /></svg></span>
      <div role="status"><p class="whose">${who.name}</p><p class=${`line ${why ? "why" : ""}`}>${left !== null ? html`<span aria-hidden="true">${say("web-hot-still", { n: left })}</span><span class="unseen">${say("web-hot-soon")}</span>` : why || say("web-hot-only", { name: who.name })}</p></div>
      <${Sand} state=${state} seat=${own.you.seat} /><button type="button" onClick=${cover}>${say("web-hot-cover")}</button>
      ${!needed && html`<button type="button" class="main" onClick=${done}>${finish}</button>`}</header>
    <div class="behind">${Private ? html`<${Fallback} game=${state.page} instead=${phone}><${Private} ...${given} /></${Fallback}>` : phone}</div>
  </section>`;
}

/** Restart the ring that shows the time left. */
const refill = (box) => box.querySelector("header svg.ring circle").getAnimations().forEach((one) => { one.currentTime = 0; });

/** Keep Tab within the private view: the page behind it cannot be reached, and leaving the page would cover it. */
function stay(event) {
  const box = event.currentTarget, stops = [...box.querySelectorAll("button:enabled, input:enabled, [tabindex='0']")].filter((one) => one.tabIndex >= 0 && one.getClientRects().length > 0);
  const [ends, to] = event.shiftKey ? [[box, stops[0]], stops.at(-1)] : [[stops.at(-1)], stops[0]];
  if (event.key !== "Tab" || !ends.includes(document.activeElement) || box.querySelector(".phone")) return;
  event.preventDefault();
  to.focus();
}

/** Make everything beside an element unreachable for focus and readers; return a function that reverts it. */
function alone(box) {
  const others = [...box.parentElement.children].filter((one) => one !== box && !one.inert);
  for (const one of others) one.inert = true;
  box.focus({ preventScroll: true });
  return () => others.forEach((one) => { one.inert = false; });
}

/**
 * Call `cover` when the player may have left, and `fill` at each touch; return the seconds left, or
 * null for many.
 *
 * It covers at Escape, at a second finger, and after 20 seconds without a touch. The key or finger
 * that opened the view has no other effect.
 */
function useCover(cover, fill) {
  const [left, count] = useState(null);
  const now = useRef({});
  now.current = { cover, fill };
  useLayoutEffect(() => { // before anything private is drawn
    const over = new AbortController(), on = { signal: over.signal, capture: true };
    let last = performance.now();
    const end = () => now.current.cover();
    const touched = () => {
      last = performance.now();
      count(null);
      now.current.fill();
    };
    const look = setInterval(() => {
      const rest = IDLE_MS - (performance.now() - last);
      if (rest <= 0) end();
      else if (rest <= WARN_MS) count(Math.ceil(rest / 1000));
    }, LOOK_MS);
    let pressed = false; // the finger that opened the view would also click what is now under it
    addEventListener("click", (event) => {
      if (pressed || event.detail === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, on);
    addEventListener("pointerdown", ({ isPrimary }) => {
      pressed = true;
      if (isPrimary) touched();
      else end();
    }, on);
    addEventListener("pointermove", ({ buttons }) => buttons && touched(), on);
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") return end();
      if (!event.repeat) return touched();
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
      }
    }, on);
    return () => {
      over.abort();
      clearInterval(look);
    };
  }, []);
  return left;
}
