/** What the class predicts: how many have chosen, and after the answer how many were right. */
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** So long the answer stands there, in milliseconds, even if the next piece is asked for. */
const SHOWN_MS = 9000;

/** The last Yes, for a while after it: who has said it may stand up. */
function useLast({ moments }) {
  const newest = moments.at(-1)?.n ?? 0, seen = useRef(null);
  const [last, set] = useState(null);
  useEffect(() => {
    const fresh = moments.filter((one) => seen.current !== null && one.n > seen.current);
    seen.current = newest;
    const yes = fresh.findLast((one) => one.what === "yes" && one.kind);
    if (yes) set(yes);
    else if (fresh.some((one) => ["no", "undone", "round", "voided", "game"].includes(one.what))) set(null);
  }, [newest]);
  useEffect(() => {
    const timer = last && setTimeout(() => set(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [last]);
  return last;
}

/** How many have said which zone, and how many of them were right. */
function Histogram({ last, zones }) {
  const most = Math.max(1, ...last.counts.map(({ count }) => count));
  const said = (zone) => last.counts.find((one) => one.zone === zone)?.count ?? 0;
  return html`<h2>${say("web-predict-right", { n: last.right, of: last.of })}</h2>
    <ul class="bars">${zones.map((zone) => html`<li key=${zone} class=${zone === last.zone ? "right" : ""} style=${{ "--share": said(zone) / most }}>
      <span class="unseen">${say("web-predict-bar", { n: zone, count: said(zone) })}</span>
      <b aria-hidden="true">${said(zone) || ""}</b><i aria-hidden="true"></i><span aria-hidden="true">${zone === last.zone ? "✓" : ""}${zone}</span></li>`)}</ul>`;
}

/** How many have chosen; which zone, nobody is told before the answer. */
function Count({ chosen, of }) {
  return html`<h2>${say("web-predict-ask")}</h2><p class="count" role="status"><b>${say("web-predict-count", { n: chosen, of })}</b></p>
    <span class="track" aria-hidden="true"><i style=${{ "--share": of ? chosen / of : 0 }}></i></span>`;
}

/** Without a phone the class says it aloud, and stands up. */
const Stand = ({ zone }) => html`<h2>${say("web-predict-who", { n: zone })}</h2><p class="stand">${say("web-predict-stand")}</p>`;
const Whisper = () => html`<h2>${say("web-predict-ask")}</h2><p>${say("web-predict-whisper")}</p>`;

/**
 * Return what stands beside the players now: the class's predictions; null for nothing.
 *
 * @param {object} state The state document.
 * @param {boolean} ended True while the word of the last round is shown.
 */
export function usePredicted(state, ended) {
  const yes = useLast(state);
  const { prediction, view, zones } = state;
  if (!view || view.over || view.waiting || ended || state.paused) return null;
  const { last, asked, open, chosen, of } = prediction;
  const places = zones.filter((face) => face.in_word).map((face) => face.zone);
  if (last && (yes?.n === last.n || (of > 0 && open && chosen === 0))) return html`<${Histogram} last=${last} zones=${places} />`;
  if (asked && of > 0 && (open || chosen > 0)) return html`<${Count} chosen=${chosen} of=${of} />`;
  if (state.join.phones > 0) return null;
  if (yes) return html`<${Stand} zone=${yes.zone} />`;
  return open ? html`<${Whisper} />` : null;
}
