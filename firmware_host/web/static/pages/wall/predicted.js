/** The predictions of a class: how many have chosen, and who was right; with phones or zone cards. */
import { lastYes } from "../../parts/shows.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { askedAll, called, say } from "../../parts/words.js";

/** How long the answer is shown, in milliseconds, even if the next piece is asked for. */
const SHOWN_MS = 9000;

/** Return the last answer for a while; those who predicted it may stand up. */
function useLast({ moments }) {
  const newest = moments.at(-1)?.n ?? 0, seen = useRef(null);
  const [last, set] = useState(null);
  useEffect(() => {
    const fresh = moments.filter((one) => seen.current !== null && one.n > seen.current);
    seen.current = newest;
    const came = fresh.findLast((one) => typeof one.answer === "number");
    if (came) set(came);
    else if (fresh.some((one) => ["no", "undone", "round", "voided", "game"].includes(one.what))) set(null);
  }, [newest]);
  useEffect(() => {
    const timer = last && setTimeout(() => set(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [last]);
  return last;
}

/** The number of phones per answer, and how many were right. */
function Histogram({ last, asks, answers }) {
  const most = Math.max(1, ...last.counts.map(({ count }) => count));
  const said = (answer) => last.counts.find((one) => one.answer === answer)?.count ?? 0;
  return html`<h2>${say("web-predict-right", { n: last.right, of: last.of })}</h2>
    <ul class="bars">${answers.map((one) => html`<li key=${one} class=${one === last.answer ? "right" : ""} style=${{ "--share": said(one) / most }}>
      <span class="unseen">${say("web-predict-bar", { what: called(asks, one), count: said(one) })}</span>
      <b aria-hidden="true">${said(one) || ""}</b><i aria-hidden="true"></i><span aria-hidden="true">${one === last.answer ? "✓" : ""}${one}</span></li>`)}</ul>`;
}

/** The number of phones that have chosen; their choices are secret until the answer. */
function Count({ chosen, of, asks }) {
  return html`<h2>${askedAll(asks)}</h2><p class="count" role="status"><b>${say("web-predict-count", { n: chosen, of })}</b></p>
    <span class="track" aria-hidden="true"><i style=${{ "--share": of ? chosen / of : 0 }}></i></span>`;
}

/** The request to say a prediction aloud, for a class without phones. */
const Stand = ({ what }) => html`<h2>${say("web-predict-who", { what })}</h2><p class="stand">${say("web-predict-stand")}</p>`;
const Whisper = ({ asks }) => html`<h2>${askedAll(asks)}</h2><p>${say("web-predict-whisper")}</p>`;

/** The request to hold up a zone card; after the first tap it must not be changed. */
const Hold = ({ open }) => html`<h2>${say("web-predict-title")}</h2><p class="hold">${say(open ? "web-cards-hold" : "web-cards-keep")}</p>`;
const Right = ({ zone }) => html`<div role="status"><h2>${say("web-cards-who", { n: zone })}</h2><p class="stand">${say("web-predict-stand")}</p></div>`;

/** A zone card as it is printed: its number, and as many dots. */
export function ZoneCard({ zone }) {
  return html`<aside class=${`zone-card card-${zone}`} aria-label=${say("web-predict-zone", { n: zone })}><b aria-hidden="true">${zone}</b>
    <span class="dots" aria-hidden="true">${Array.from({ length: zone }, (_, at) => html`<i key=${at}></i>`)}</span></aside>`;
}

/** Return true if something can be predicted now. */
const goes = ({ view, paused }, ended) => Boolean(view) && !view.over && !view.waiting && !ended && !paused;

/**
 * Return the Yes for which those with the right zone card stand up; null for none.
 *
 * It is shown until a player acts, or the teacher ends it.
 *
 * @param {object} state The state document.
 * @param {boolean} ended True while the word of the last round is shown.
 */
export const standing = (state, ended) => (state.zone_cards && goes(state, ended) ? lastYes(state) : null);

/**
 * Return the predictions to show beside the players; null for none.
 *
 * @param {object} state The state document.
 * @param {boolean} ended True while the word of the last round is shown.
 */
export function usePredicted(state, ended) {
  const came = useLast(state);
  const { prediction, zones, view } = state;
  const { last, asks, asked, open, chosen, of } = prediction;
  const fresh = last && came?.n === last.n, going = goes(state, ended);
  if (state.zone_cards && asks === "zone") {
    const right = standing(state, ended);
    if (right) return html`<${Right} zone=${right.zone} />`;
    return going && asked ? html`<${Hold} open=${open} />` : null;
  }
  if ((going && last && of > 0 && open && chosen === 0) || (fresh && view && !view.over && !state.paused && (going || asks !== "zone"))) {
    const places = zones.filter((face) => face.in_word).map((face) => face.zone);
    const said = [...new Set([...last.counts.map(({ answer }) => answer), last.answer])].sort((one, other) => one - other);
    return html`<${Histogram} last=${last} asks=${asks} answers=${asks === "zone" ? places : said} />`;
  }
  if (!going) return null;
  if (asked && of > 0 && (open || chosen > 0)) return html`<${Count} chosen=${chosen} of=${of} asks=${asks} />`;
  if (state.join.phones > 0) return null;
  if (came) return html`<${Stand} what=${called(asks, came.answer)} />`;
  return open ? html`<${Whisper} asks=${asks} />` : null;
}
