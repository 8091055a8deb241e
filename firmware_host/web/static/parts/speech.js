/**
 * Answers for people who do not see the board, by a key or in the menu: one sentence of state, the
 * last words again, and the items in each zone.
 *
 * A game words them itself if its part of the page has `speech`: `{now: (state) => "a sentence",
 * where: (state) => ["the items of a place"]}`. Both are public: they say what the page shows to
 * everybody.
 */
import { inWords } from "./letters/letters.js";
import { repeat } from "./sound/loudspeaker.js";
import { html, useEffect } from "../vendor/preact.js";
import { say } from "./words.js";

/** The last text of a status on the page, and the element for the answers. */
let last = "", region = null;

/** Return one sentence of state: the player and the task, and the points. */
export function now(state, { board = {} }) {
  const own = board.speech?.now?.(state);
  if (own) return own;
  const { sitter, what = state.line } = board.headline?.(state) ?? {};
  const points = state.players.filter((one) => !one.left && one.points !== null).map((one) => `${one.name} ${one.points}`);
  return [sitter && `${sitter.name}.`, what, state.status !== what && state.status, points.length > 0 && say("web-speech-points", { points: points.join(", ") })].filter(Boolean).join(" ");
}

/** Return the last text again, and play its clips. */
export function again(state) {
  repeat(state);
  return last || state.note || say("web-speech-none");
}

/** Return the items in each zone. */
export function where(state, { board = {} }) {
  const own = board.speech?.where?.(state);
  const lies = own ?? state.zones.flatMap((zone) => {
    const what = zone.letter ?? zone.card?.text ?? inWords(zone.placed, say);
    return what ? [say("web-speech-zone", { n: zone.zone, what })] : [];
  });
  return lies.join(" ") || say("web-speech-empty");
}

/** Let a screen reader speak a text, even if it is the same as before. */
export function tell(text) {
  if (!region) return;
  region.textContent = "";
  setTimeout(() => { region.textContent = text; });
}

/** The function of each key; letters, digits and browsers do not use these keys. */
const KEYS = { F2: now, F4: again, F8: where };

/** Store the text of each status of the page, except the answers here. */
function note(changes) {
  for (const { target } of changes) {
    const status = (target.nodeType === Node.TEXT_NODE ? target.parentElement : target)?.closest("[role=status], [role=alert]");
    const text = status && status !== region && status.textContent.trim().replaceAll(/\s+/g, " ");
    if (text) last = text;
  }
}

/** The element for the answers; it also handles the keys. */
export function Speech({ state, game }) {
  useEffect(() => {
    const watch = new MutationObserver(note);
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    const press = (event) => {
      if (!KEYS[event.key] || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      tell(KEYS[event.key](state, game));
    };
    addEventListener("keydown", press);
    return () => { watch.disconnect(); removeEventListener("keydown", press); };
  }, [state, game]);
  return html`<p class="unseen" role="status" ref=${(one) => { region = one; }}></p>`;
}
