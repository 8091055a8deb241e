/** The class's word lists: pasted or from a file, checked word by word, chosen. */
import { Choice, Section, Sure, useDoing, Why } from "./parts.js";
import { html, useState } from "../../vendor/preact.js";
import { languages, most, say } from "../../parts/words.js";

/** Return what is in a file that somebody has picked. */
const textOf = (event) => event.currentTarget.files[0]?.text() ?? "";

export function WordLists({ state }) {
  const [send, why] = useDoing();
  const [edited, edit] = useState(null);
  const { lists } = state.teacher;
  const open = async (number) => {
    const answer = await fetch("/api/lists");
    const found = (await answer.json()).lists.find((one) => one.number === number);
    if (found) edit({ ...found, text: found.words.join("\n") });
  };
  const take = async (event) => send("/api/lists/take", { text: await textOf(event) });
  if (edited) {
    return html`<${Section} title=${say("web-lists")} count=${lists.length}>
      <${Editor} list=${edited} close=${() => edit(null)} /></${Section}>`;
  }
  return html`<${Section} title=${say("web-lists")} count=${lists.length}>
    <p>${say("web-lists-what")}</p>
    <ul class="rows">${lists.map((one) => html`<li key=${one.number}>
      <span class="who"><b>${one.name}</b>
        <span class="small">${say(`language-${one.language}`)} · ${say("web-words-n", { n: one.words })}</span></span>
      <button type="button" aria-pressed=${one.chosen} onClick=${() => send("/api/lists/choose", {
        language: one.language, number: one.chosen ? 0 : one.number })}>${say(one.chosen ? "web-list-drawn" : "web-list-draw")}</button>
      <button type="button" aria-label=${say("web-list-open", { name: one.name })} onClick=${() => open(one.number)}>${say("web-open")}</button>
      <${Sure} word=${say("web-delete")} title=${say("web-delete-what", { name: one.name })} means=${say("web-delete-means")}
        yes=${() => send("/api/lists/remove", { number: one.number })} />
    </li>`)}</ul>
    <p class="pair">
      <button type="button" onClick=${() => edit({ name: "", language: state.language, text: "" })}>${say("web-list-new")}</button>
      ${lists.length > 0 && html`<a class="button" href="/api/lists/file.json" download>${say("web-lists-save")}</a>`}
      <label class="button">${say("web-lists-take")}<input class="unseen" type="file" accept="application/json,.json" onChange=${take} /></label>
    </p>
    <${Why} why=${why} />
  </${Section}>`;
}

/** Words that nobody is called by, beside those of the house. */
export function Rude({ state }) {
  const [send, why] = useDoing();
  const [text, setText] = useState(state.teacher.rude.join(" "));
  const keep = async (event) => {
    event.preventDefault();
    await send("/api/lists/rude", { text });
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

/** Typing a list: nothing is kept before it has been looked through. */
function Editor({ list, close }) {
  const [send, why] = useDoing();
  const [name, setName] = useState(list.name);
  const [language, setLanguage] = useState(list.language);
  const [text, setText] = useState(list.text);
  const [checked, setChecked] = useState(null);
  const good = checked?.filter((one) => one.good) ?? [];
  const change = (value) => {
    setText(value);
    setChecked(null);
  };
  const check = async (event) => {
    event.preventDefault();
    const answer = await send("/api/lists/check", { language, text });
    if (answer.words) setChecked(answer.words);
  };
  const keep = async () => {
    const answer = await send("/api/lists/put", { name, language, text, number: list.number ?? 0 });
    if (answer.list) close();
  };
  return html`<form onSubmit=${check}>
    <div class="fields">
      <label class="field">${say("web-class-name")}
        <input value=${name} required maxlength=${most("list")} autocomplete="off" onInput=${(event) => setName(event.currentTarget.value)} /></label>
      <${Choice} label=${say("web-language")} value=${language} options=${languages()}
        change=${(code) => { setLanguage(code); setChecked(null); }} />
    </div>
    <label class="field">${say("web-words-paste")}
      <textarea rows="8" value=${text} required spellcheck="false" onInput=${(event) => change(event.currentTarget.value)}></textarea></label>
    <p class="pair">
      <label class="button">${say("web-words-file")}<input class="unseen" type="file" accept="text/*,.txt,.csv"
        onChange=${async (event) => change(await textOf(event))} /></label>
      <button class=${checked ? "" : "main"}>${say("web-words-check")}</button>
      <button type="button" onClick=${close}>${say("web-cancel")}</button>
    </p>
    ${checked && html`<${Verdict} checked=${checked} />`}
    <${Why} why=${why} />
    ${good.length > 0 && html`<p><button type="button" class="main" disabled=${!name.trim()} onClick=${keep}>
      ${say("web-words-keep", { n: good.length })}</button></p>`}
  </form>`;
}

/** Each word with its reasons; the ones to look at first. */
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
