/** The board's buttons on the page: pressed as long as a finger, a mouse or a key holds them. */
import { act } from "../../parts/live.js";
import { Mark, Symbol, SYMBOLS } from "../../parts/pieces.js";
import { html, useLayoutEffect, useRef } from "../../vendor/preact.js";

/** Return the button of a player. Players without a symbol share the four, in turn order; a bot has none. */
export const buttonOf = ({ symbol, seat, bot }) => (bot ? "" : symbol || SYMBOLS[seat % SYMBOLS.length]);

/** Return the buttons of some players, each once, with the names of all who share it. */
export const ownButtons = (players, does) => SYMBOLS.flatMap((name) => {
  const who = players.filter((one) => buttonOf(one) === name).map((one) => one.name);
  return who.length ? [{ name, does: does(who.join(", ")) }] : [];
});

/** How long to hold a button for an action that needs three seconds. */
const GRIP_MS = 3300;

/** How long a button stays pressed if a voice or a switch presses it. */
const TAP_MS = 120;

/** Requests are sent one after the other: a release must never arrive before its press. */
let line = Promise.resolve();
const send = (what, button) => {
  line = line.then(() => act("/api/board/touch", { act: what, button }));
  return line;
};

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Hold some buttons together, and release them. */
export async function grip(names, ms = GRIP_MS) {
  for (const name of names) send("press", name);
  await line;
  await wait(ms);
  for (const name of names) send("release", name);
  await line;
}

/** Press a button once, after the presses before: two at once would count as held together. */
export function push(name) {
  pushed = pushed.then(() => grip([name], TAP_MS));
  return pushed;
}

let pushed = Promise.resolve();

/**
 * Buttons of the board, by their present actions.
 *
 * @param {object} given
 * @param {object[]} given.buttons Each `{name, does, asks}`: the button, the text of its action, and the sheet to confirm it.
 *   A name may occur twice, for two actions.
 */
export function Buttons({ buttons, setWhy, setOpen }) {
  const press = ({ name, asks }) => () => {
    setWhy("");
    return asks ? setOpen(asks) : push(name);
  };
  return buttons.map((one) => html`<button type="button" class="main does" key=${one.does} data-button=${one.name} onClick=${press(one)}>
    <${SYMBOLS.includes(one.name) ? Symbol : Mark} name=${one.name} /><span>${one.does}</span></button>`);
}

/**
 * A button of the board.
 *
 * @param {object} given
 * @param {string} given.name The board's name of the button, such as "tick" or "zone-3".
 * @param {function} given.clear Called with "" at each press, to remove the last message.
 */
export function Button({ name, clear, class: kind = "", label, children }) {
  const down = useRef(false);
  const press = () => {
    if (down.current) return;
    down.current = true;
    clear?.("");
    send("press", name);
  };
  const release = () => {
    if (!down.current) return;
    down.current = false;
    send("release", name);
  };
  // Behind the lid a press may close the part with the button; then release it.
  useLayoutEffect(() => release, []);
  const key = (does) => (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    does();
  };
  const finger = (event) => {
    if (event.button > 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    press();
  };
  // A click without pointer and key is from a voice, a switch or a screen reader.
  const voice = (event) => event.detail === 0 && !down.current && push(name);
  return html`<button type="button" class=${`knob ${kind}`} aria-label=${label} data-button=${name}
    onPointerDown=${finger} onPointerUp=${release} onPointerCancel=${release} onLostPointerCapture=${release}
    onKeyDown=${key(press)} onKeyUp=${key(release)} onBlur=${release} onClick=${voice}
    onContextMenu=${(event) => event.preventDefault()}>${children}</button>`;
}
