/** The service page: how each part is, how the pads read, and the walk. */
import { actShowing } from "../parts/live.js";
import { html, render, useEffect, useState } from "../vendor/preact.js";
import { readJson } from "../parts/read.js";
import { loadWords, say } from "../parts/words.js";

/** Milliseconds between two looks at the board. */
const LOOK_MS = 1000;

/** A sign beside each word, so that no colour is needed. */
const SIGNS = { ok: "✔", watch: "!", broken: "✘", untried: "?" };

function Page() {
  const [state, setState] = useState(null);
  const [why, setWhy] = useState("");
  const look = async () => {
    const answer = await fetch(`/api/service?lang=${document.documentElement.lang}`).catch(() => null);
    if (answer?.ok) setState(await answer.json());
    else if (answer) location.reload(); // somebody else is the teacher now, or nobody
  };
  const send = async (path, body = {}) => {
    await actShowing(setWhy)(path, body);
    await look();
  };
  useEffect(() => {
    look();
    const timer = setInterval(() => document.hidden || look(), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!state) return null;
  return html`
    <h1>${say("web-title-service")}</h1>
    <p>${say("web-service-what")}</p>
    <${Walk} walk=${state.walk} walked=${state.walked} send=${send} />
    <p class="why" role="alert">${why}</p>
    <h2>${say("web-service-parts")}</h2>
    <${Parts} parts=${state.parts} />
    <h2>${say("web-service-readers")}</h2>
    <${Readers} readers=${state.readers} />
    <p><a class="button" href=${`/api/service/report.txt?lang=${document.documentElement.lang}`} download>${say("web-service-report")}</a></p>
    <p class="small">${say("web-service-report-what")}</p>
    <p class="links"><a href="/teacher">${say("web-title-teacher")}</a></p>`;
}

/** Each part with a sign, a word, what was found, and what to do. */
function Parts({ parts }) {
  return html`<ul class="parts">${parts.map((one, at) => html`<li key=${`${one.part}${at}`} class=${one.state}>
    <span class="sign" aria-hidden="true">${SIGNS[one.state]}</span>
    <span><b>${one.name}</b> <span class="state">${say(`doctor-state-${one.state}`)}</span> ${one.says}
      ${one.then && html`<span class="then">→ ${one.then}</span>`}</span></li>`)}</ul>`;
}

function Walk({ walk, walked, send }) {
  if (!walk) {
    return html`<section class="walk" aria-label=${say("web-service-walk")}>
      <h2>${say("web-service-walk")}</h2>
      <p>${say("web-service-walk-what")}</p>
      <p><button type="button" class="main" onClick=${() => send("/api/service/walk")}>${say("web-service-begin")}</button></p>
      ${walked.length > 0 && html`<h3>${say("web-service-walked")}</h3><${Parts} parts=${walked} />`}
    </section>`;
  }
  return html`<section class="walk" aria-label=${say("web-service-walk")}>
    <p class="small">${say("web-service-at", { at: walk.at, of: walk.of })}</p>
    <p class="asks" aria-live="polite">${walk.asks}</p>
    ${walk.note && html`<p role="status">${walk.note}</p>`}
    <p class="pair">
      <button type="button" class="main" onClick=${() => send("/api/service/answer", { at: walk.at, seen: true })}>✔ ${say("web-service-yes")}</button>
      <button type="button" onClick=${() => send("/api/service/answer", { at: walk.at, seen: false })}>✘ ${say("web-service-no")}</button>
      <button type="button" onClick=${() => send("/api/service/stop")}>${say("web-service-end")}</button>
    </p>
  </section>`;
}

/** How often each pad was looked at, and how often it saw what lay there. */
function Readers({ readers }) {
  if (!readers.length) return html`<p>${say("web-service-readers-none")}</p>`;
  const ago = (ms) => (ms === null ? say("web-service-never") : say("web-service-ago", { s: Math.round(ms / 1000) }));
  return html`<div class="table" tabindex="0" role="region" aria-label=${say("web-service-readers")}><table>
    <thead><tr>${["pad", "hits", "conflicts", "since"].map((name) => html`<th scope="col" key=${name}>${say(`web-service-${name}`)}</th>`)}</tr></thead>
    <tbody>${readers.map((one) => html`<tr key=${one.zone}>
      <th scope="row">${one.zone || say("web-service-rack")}</th>
      <td class="number"><meter min="0" max=${one.looks || 1} value=${one.hits} aria-label=${say("web-service-hits")}></meter> ${one.hits} / ${one.looks}</td>
      <td class="number">${one.conflicts}</td><td class="number">${ago(one.since_ms)}</td></tr>`)}</tbody>
  </table></div>`;
}

await loadWords();
const { json: me } = await readJson("/api/teacher/me");
render(me.teacher ? html`<${Page} />` : html`<h1>${say("web-title-service")}</h1>
  <p><a href="/teacher">${say("web-service-signin")}</a></p>`, document.getElementById("page"));
