/** Word packs: typed, pasted or from a file; checked, chosen, and exported. */
import { packs as fetched } from "../../parts/choosing.js";
import { cells, Notes, readFile, Table, textOf } from "./files.js";
import { Choice, Section, Sure, useDoing, Why } from "./parts.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { readJson } from "../../parts/read.js";
import { languages, most, say } from "../../parts/words.js";

/** Return the address at which a pack is downloaded. */
const fileOf = ({ language, key }) => `/api/packs/file.json?language=${language}&pack=${key}`;

export function WordPacks({ state }) {
  return html`<${Section} title=${say("web-packs")}><${Packs} state=${state} /></${Section}>`;
}

/** The list of packs, or the editor of one. */
function Packs({ state }) {
  const [send, why] = useDoing();
  const [packs, setPacks] = useState([]);
  const [edited, edit] = useState(null);
  const [taken, setTaken] = useState("");
  const again = () => void fetched().then(setPacks);
  useEffect(again, []);
  const open = async (pack) => {
    const { ok, json } = await readJson(`/api/packs/${pack.language}/${pack.key}`);
    if (ok) edit({ ...pack, text: json.known.map((one) => one.word).join("\n") });
  };
  const take = async (event) => {
    const text = await textOf(send, event);
    if (!text) return;
    const answer = await send("/api/packs/take", { text });
    setTaken(answer.packs ? say("web-packs-taken", { names: answer.packs.map((one) => one.name).join(", ") }) : "");
    again();
  };
  const remove = async (key) => {
    await send("/api/packs/remove", { key });
    again();
  };
  const close = () => {
    edit(null);
    again();
  };
  if (edited) return html`<${Editor} pack=${edited} close=${close} />`;
  const own = packs.filter((one) => one.own);
  const line = (one) => html`<${Line} key=${`${one.language} ${one.key}`} ...${{ one, state, send, open, remove }} />`;
  return html`<p>${say("web-packs-what")}</p>
    <ul class="rows">${own.map(line)}</ul>
    <p class="pair">
      <button type="button" onClick=${() => edit({ name: "", language: state.language, text: "" })}>${say("web-pack-new")}</button>
      <label class="button">${say("web-packs-take")}<input class="unseen" type="file" accept="application/json,.json" onChange=${take} /></label>
      ${own.length > 0 && html`<a class="button" href="/api/packs/file.json" download>${say("web-packs-save")}</a>`}
      <a class="button" href="/packs?from=teacher">${say("web-packs-look")}</a>
    </p>
    <p role="status">${taken}</p>
    <${Why} why=${why} />
    <details><summary>${say("web-packs-shipped")}</summary>
      <ul class="rows">${packs.filter((one) => !one.own && one.language === state.language).map(line)}</ul></details>`;
}

/** One pack with its actions. */
function Line({ one, state, send, open, remove }) {
  const chosen = state.pack === one.key && state.language === one.language;
  return html`<li>
    <span class="who"><b>${one.name}</b>
      <span class="small">${[say(`language-${one.language}`), say("web-words-n", { n: one.words }), one.level, one.topic].filter(Boolean).join(" · ")}</span></span>
    <button type="button" aria-pressed=${chosen} disabled=${state.language !== one.language}
      onClick=${() => send("/api/teacher/settings", { pack: chosen ? "" : one.key })}>${say(chosen ? "web-pack-drawn" : "web-pack-draw")}</button>
    <a class="button" href=${fileOf(one)} download aria-label=${say("web-pack-save", { name: one.name })}>${say("web-save")}</a>
    ${one.own && html`<button type="button" aria-label=${say("web-pack-change", { name: one.name })} onClick=${() => open(one)}>${say("web-open")}</button>
      <${Sure} word=${say("web-delete")} title=${say("web-delete-what", { name: one.name })} means=${say("web-delete-means")}
        yes=${() => remove(one.key)} />`}
  </li>`;
}

/** The rude words that the class has added to the built-in ones. */
export function Rude({ state }) {
  const [send, why] = useDoing();
  const [text, setText] = useState(state.teacher.rude.join(" "));
  const keep = async (event) => {
    event.preventDefault();
    await send("/api/teacher/rude", { text });
  };
  return html`<${Section} title=${say("web-rude")} count=${state.teacher.rude.length}>
    <p>${say("web-rude-what")}</p>
    <form onSubmit=${keep}><label class="field">${say("web-rude-words")}
      <textarea rows="3" value=${text} spellcheck="false" autocomplete="off" onInput=${(event) => setText(event.currentTarget.value)}></textarea></label>
      <p class="small">${say("web-rude-erased")}</p>
      <p><button class="main">${say("web-keep")}</button></p></form>
    <${Why} why=${why} />
  </${Section}>`;
}

/** The text fields of a pack beside its name. */
const ABOUT = ["level", "topic", "licence", "author"];

/** The value of the choice "no licence stated", which is no text of a field. */
const PRIVATE = "private";

/** The editor of a pack; its words are checked before they are stored. */
function Editor({ pack, close }) {
  const [send, why] = useDoing();
  const [said, setSaid] = useState({ name: pack.name, level: pack.level ?? "", topic: pack.topic ?? "",
    licence: pack.licence === PRIVATE ? "" : pack.licence ?? "", author: pack.author ?? "" });
  const [language, setLanguage] = useState(pack.language);
  const [text, setText] = useState(pack.text);
  const [checked, setChecked] = useState(null);
  const [file, setFile] = useState(null);
  const [table, setTable] = useState(null);
  const [lines, setLines] = useState(false);
  const good = checked?.filter((one) => one.good) ?? [];
  const tell = (name) => (event) => setSaid({ ...said, [name]: event.currentTarget.value });
  const change = (value) => {
    setText(value);
    setChecked(null);
  };
  const bring = async (one, sheet = "") => {
    const found = await readFile(send, "/api/files/table", one, { sheet });
    setFile(one);
    setTable(found.rows ? found : null);
    if (found.rows && found.names.length < 2) take(cells(found.head ? found.rows.slice(1) : found.rows, 0));
  };
  const pick = async (event) => {
    const input = event.currentTarget;
    if (input.files[0]) await bring(input.files[0]);
    input.value = "";
  };
  const take = (words) => {
    change(words.map((word) => word.replace(/\s+/g, " ")).join("\n"));
    setLines(true);
    setFile(null);
  };
  const check = async (event) => {
    event.preventDefault();
    const answer = await send("/api/packs/check", { language, text, lines });
    if (answer.words) setChecked(answer.words);
  };
  const keep = async () => {
    const answer = await send("/api/packs/put", { ...said, language, text, lines, key: pack.key ?? "" });
    if (answer.pack) close();
  };
  return html`<form onSubmit=${check}>
    <div class="fields">
      <label class="field">${say("web-class-name")}
        <input value=${said.name} required maxlength=${most("list")} autocomplete="off" onInput=${tell("name")} /></label>
      <${Choice} label=${say("web-language")} value=${language} options=${languages()}
        change=${(code) => { setLanguage(code); setChecked(null); }} />
    </div>
    <details><summary>${say("web-pack-about")}</summary>
      <div class="fields">${ABOUT.map((name) => html`<label class="field" key=${name}>${say(`web-pack-${name}`)}
        <input value=${said[name]} maxlength=${most("about")} autocomplete="off" onInput=${tell(name)} /></label>`)}</div>
      <p class="small">${say("web-pack-licence-why")}</p></details>
    <label class="field">${say("web-words-paste")}
      <textarea rows="8" value=${text} required spellcheck="false" onInput=${(event) => change(event.currentTarget.value)}></textarea></label>
    <p class="pair">
      <label class="button">${say("web-words-file")}<input class="unseen" type="file" accept="text/*,.txt,.csv,.tsv,.xlsx,.ods"
        onChange=${pick} /></label>
      <button class=${checked ? "" : "main"}>${say("web-words-check")}</button>
      <button type="button" onClick=${close}>${say("web-cancel")}</button>
    </p>
    ${table && (file ? html`<${Table} key=${table.sheet} table=${table} sheet=${(name) => void bring(file, name)} take=${take} />`
      : html`<${Notes} table=${table} />`)}
    ${checked && html`<${Verdict} checked=${checked} />`}
    <${Why} why=${why} />
    ${good.length > 0 && html`<p><button type="button" class="main" disabled=${!said.name.trim()} onClick=${keep}>
      ${say("web-words-keep", { n: good.length })}</button></p>`}
  </form>`;
}

/** The checked words with their reasons, the ones with problems first. */
function Verdict({ checked }) {
  const notes = checked.filter((one) => one.why.length);
  const fine = checked.filter((one) => !one.why.length);
  return html`<div role="status">
    <p><b>${say("web-words-found", { n: checked.length, good: checked.filter((one) => one.good).length })}</b></p>
    ${notes.length > 0 && html`<ul class="verdict">${notes.map((one, at) => html`<li key=${at} class=${one.good ? "good" : "bad"}>
      <b>${one.good ? "✓" : "✗"} ${one.typed}</b>${one.why.map((reason) => html`<br />${reason}`)}</li>`)}</ul>`}
    ${fine.length > 0 && html`<p class="small">✓ ${fine.map((one) => one.word).join(", ")}</p>`}
  </div>`;
}
