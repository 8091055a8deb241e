/** The words of the day that were found at this board, without a name. */
import { dateOf } from "../days.js";
import { Dialog } from "../dialog.js";
import { act } from "../live.js";
import { readJson } from "../read.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../words.js";

/** The words found at this board, the newest first; the newest one is covered until it is clicked. */
export function Collection({ collected, set, close }) {
  const [sure, ask] = useState(false);
  const { found } = collected, [newest, ...others] = [...found].reverse();
  const empty = async () => {
    if ((await act("/api/collection/empty")).ok) set({ ...collected, found: [], beaten: {} });
    close();
  };
  return html`<${Dialog} title=${say("web-found-title", { n: found.length })} closeWord=${say("web-close")} close=${close}>
    <p>${say("web-found-next")}</p>
    <ol class="found" reversed>${newest && html`<li key="newest"><details><summary>${dated(newest)}</summary><b lang=${newest.language}>${newest.word}</b></details></li>`}
      ${others.map((one) => html`<li key=${`${one.day} ${one.language}`}>${dated(one)} <b lang=${one.language}>${one.word}</b></li>`)}</ol>
    <p>${sure ? html`<button type="button" class="danger" onClick=${empty}>${say("web-found-erase-sure")}</button>` : html`<button type="button" onClick=${() => ask(true)}>${say("web-found-erase")}</button>`}</p></${Dialog}>`;
}

const dated = ({ day }) => dateOf(day).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long", timeZone: "UTC" });

/** The button that opens the collection, if it is not empty. */
export function Found() {
  const [collected, set] = useState(null), [opened, open] = useState(false);
  useEffect(() => void readJson("/api/collection").then(({ ok, json }) => ok && set(json)), []);
  return collected?.found.length > 0 && html`<button type="button" onClick=${() => open(true)}>${say("web-found-title", { n: collected.found.length })}</button>
    ${opened && html`<${Collection} collected=${collected} set=${set} close=${() => open(false)} />`}`;
}
