/** The tags of pieces: enrolled ones, the enrolment of a set, and unknown tags. */
import { textOf } from "./files.js";
import { Choice, Section, Sure, Tick, useDoing, Why } from "./parts.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { readJson } from "../../parts/read.js";
import { most, say } from "../../parts/words.js";

const PARTS = ["pieces", "tiles", "cards", "deck", "letters", "spares"];
const KINDS = ["red", "yellow", "blue", "green"];

const nameOf = (group) => say(KINDS.includes(group) ? `kind-${group}` : `web-tags-${group}`);

export function Tags({ state }) {
  const [send, why] = useDoing();
  const [box, setBox] = useState("1");
  const { tags } = state.teacher;
  const known = tags.boxes.find((one) => one.name === box);
  const count = tags.boxes.reduce((sum, one) => sum + total(one), 0);
  const items = useItems(box, count);
  const given = { tags, box, items, send };
  return html`<${Section} title=${say("web-tags")} count=${count}>
    ${tags.run && !tags.run.over ? html`<${Run} ...${given} />` : html`<p>${say("web-tags-what")}</p>
      ${tags.run && html`<p role="status"><b>${say("web-tags-done")}</b></p>`}`}
    <${Unknown} ...${given} />
    <label class="field">${say("web-tags-box")}
      <input value=${box} list="boxes" maxlength=${most("set")} autocomplete="off" onInput=${(event) => setBox(event.currentTarget.value)} />
      <datalist id="boxes">${tags.boxes.map((one) => html`<option key=${one.name} value=${one.name} />`)}</datalist></label>
    <${Counts} groups=${(known ?? empty(tags.boxes[0])).groups} spares=${known?.spares ?? 0} />
    <h3>${say("web-tags-start")}</h3>
    <p class="pair">${PARTS.map((part) => html`<button key=${part} type="button" disabled=${tags.run && !tags.run.over}
      onClick=${() => send("/api/tags/start", { part, box })}>${say(`web-tags-start-${part}`)}</button>`)}</p>
    <${One} ...${given} />
    <${Files} ...${given} known=${known} />
    <${Why} why=${why} />
  </${Section}>`;
}

const total = (box) => box.groups.reduce((sum, one) => sum + one.has, box.spares);

/** Return a set in which no item has a tag yet. */
const empty = (box) => ({ groups: box.groups.map((one) => ({ ...one, has: 0, missing: "" })) });

/** Return all items that a set can have; they are fetched again if `count` changes. */
function useItems(box, count) {
  const [items, setItems] = useState([]);
  useEffect(() => {
    let late = false;
    const lang = document.documentElement.lang;
    readJson(`/api/tags?box=${encodeURIComponent(box)}&lang=${lang}`).then(({ ok, json }) => ok && !late && setItems(json.items));
    return () => { late = true; };
  }, [box, count]);
  return items;
}

/** The item to tap now, the result of the last tap, and the board's two buttons. */
function Run({ tags, send }) {
  const { run } = tags;
  const press = (button) => () => send("/api/tags/press", { button, turn: run.turn });
  return html`<div class="enrolling">
    <div role="status">
      <p class="ask">${run.what ? say("enrol-tap", { what: run.what }) : say("enrol-spare")}</p>
      <p>${run.of > 0 && say("enrol-count", { n: run.number, of: run.of })}</p>
      ${run.said && html`<p class=${run.good ? "good" : "bad"}>${run.good ? "✓" : "!"} ${run.said}</p>`}
    </div>
    <p class="pair">
      <button type="button" onClick=${press("tick")}>${say("web-tags-skip")}</button>
      <button type="button" onClick=${press("cross")}>${say("web-tags-back")}</button>
      <button type="button" class="main" onClick=${() => send("/api/tags/stop")}>${say("web-tags-stop")}</button>
    </p>
  </div>`;
}

function Counts({ groups, spares }) {
  return html`<div class="table" tabindex="0" role="region" aria-label=${say("web-tags-counts")}><table class="counts">
    <thead><tr><th scope="col">${say("web-tags-group")}</th><th scope="col">${say("web-tags-has")}</th>
      <th scope="col">${say("web-tags-missing")}</th></tr></thead>
    <tbody>${groups.map((one) => html`<tr key=${one.group}><th scope="row">${nameOf(one.group)}</th>
      <td class="number">${say("enrol-count", { n: one.has, of: one.of })}</td><td>${one.missing}</td></tr>`)}
      <tr><th scope="row">${say("web-tags-start-spares")}</th><td class="number">${spares}</td><td></td></tr></tbody>
  </table></div>`;
}

/** The unknown tags that were tapped; each can be assigned to an item. */
function Unknown({ tags, box, items, send }) {
  if (!tags.unknown.length) return null;
  return html`<h3>${say("web-tags-unknown")}</h3>
    <ul class="rows">${tags.unknown.map((one) => html`<${Strange} key=${one.uid} tag=${one} items=${items}
      give=${(item) => send("/api/tags/give", { uid: one.uid, item, box })} />`)}</ul>`;
}

function Strange({ tag, items, give }) {
  const [item, setItem] = useState("");
  const when = tag.tapped_ms && new Date(tag.tapped_ms).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  const options = [["", "…"], ...(tag.spare ? [] : [["spare", say("web-tags-spare")]]), ...named(items)];
  return html`<li>
    <span class="who"><b>${tag.zone ? say("web-tags-tapped", { zone: tag.zone }) : say("web-tags-tapped-rack")}</b>
      <span class="small">${tag.spare && `${say("web-tags-spare")} · `}${tag.uid}${when && ` · ${when}`}</span></span>
    ${tag.random ? html`<span>${say("refused-tag-random")}</span>` : html`
      <${Choice} label=${say("web-tags-it-is")} value=${item} options=${options} change=${setItem} />
      <button type="button" disabled=${!item} onClick=${() => give(item)}>${say("web-tags-give")}</button>`}
  </li>`;
}

/** Return the items to choose from, those without a tag first. */
const named = (items) => [...items.filter((one) => !one.has), ...items.filter((one) => one.has)]
  .map((one) => [one.item, one.has ? `${one.name} ✓` : one.name]);

/** One item: its tag can be replaced or deleted. */
function One({ items, box, tags, send }) {
  const [chosen, choose] = useState("");
  const item = chosen || items[0]?.item || "";
  const one = items.find((found) => found.item === item);
  return html`<h3>${say("web-tags-one")}</h3>
    <div class="beside">
      <${Choice} label=${say("web-tags-item")} value=${item} change=${choose}
        options=${items.map((found) => [found.item, found.has ? `${found.name} ✓` : found.name])} />
      <button type="button" disabled=${tags.run && !tags.run.over} onClick=${() => send("/api/tags/ask", { item, box })}>${say("web-tags-retag")}</button>
      <${Sure} word=${say("web-tags-forget")} title=${one?.name} means=${say("web-tags-forget-means")} disabled=${!one?.has}
        yes=${() => send("/api/tags/forget", { item, box })} />
    </div>`;
}

/** Export and import of a set as a file. */
function Files({ known, box, send }) {
  const [name, setName] = useState("");
  const [replace, setReplace] = useState(false);
  const take = async (event) => {
    const text = await textOf(send, event);
    if (text) await send("/api/tags/take", { text, box: name.trim(), replace });
  };
  return html`<h3>${say("web-tags-files")}</h3>
    <p class="pair">
      ${known && html`<a class="button" href=${`/api/tags/file.jsonl?box=${encodeURIComponent(box)}`} download>${say("web-tags-save")}</a>
        <${Sure} word=${say("web-tags-forget-set")} means=${say("web-tags-forget-set-means")}
          yes=${() => send("/api/tags/forget", { item: "all", box })} />`}</p>
    <label class="field">${say("web-tags-take-name")}
      <input value=${name} maxlength=${most("set")} autocomplete="off" onInput=${(event) => setName(event.currentTarget.value)} /></label>
    <${Tick} label=${say("web-tags-replace")} checked=${replace} change=${setReplace} />
    <p class="pair"><label class="button">${say("web-tags-take")}<input class="unseen" type="file" accept=".jsonl,application/x-ndjson,text/*,.txt,.csv,.tsv,.xlsx,.ods" onChange=${take} /></label></p>`;
}
