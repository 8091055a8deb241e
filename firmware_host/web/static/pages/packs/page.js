/** The word packs: the words of each, and how hard they are. `?pack=KEY&language=CODE` opens one. */
import { Back, led } from "../../parts/aside/back.js";
import { Choice } from "../../parts/choosing.js";
import { html, render, useEffect, useState } from "../../vendor/preact.js";
import { readJson } from "../../parts/read.js";
import { loadWords, say } from "../../parts/words.js";

/** The text fields of a pack beside its name. */
const ABOUT = ["topic", "level", "author", "licence"];

/** The value that means "no licence stated". */
const PRIVATE = "private";

const told = (name, text) => (name === "licence" && text === PRIVATE ? say("web-pack-private") : text);
const id = ({ language, key }) => `${language}/${key}`;

function Pages({ packs, first }) {
  const [chosen, choose] = useState(first);
  const [pack, setPack] = useState(null);
  useEffect(() => {
    setPack(null);
    history.replaceState(null, "", led("/packs", { pack: chosen.split("/")[1], language: chosen.split("/")[0] }));
    let wanted = true; // an answer that comes late is of a pack that nobody looks at any more
    readJson(`/api/packs/${chosen}?lang=${document.documentElement.lang}`).then(({ ok, json }) => ok && wanted && setPack(json));
    return () => {
      wanted = false;
    };
  }, [chosen]);
  const given = packs.map((one) => [id(one), `${one.name} (${say(`language-${one.language}`)})`]);
  return html`<${Back} /><h1>${say("web-title-packs")}</h1>
    <p>${say("web-packs-for")}</p>
    <div class="which"><${Choice} name="pack" title=${say("web-packs-choose")} values=${given} now=${chosen} set=${choose} side=${0} /></div>
    <p class="small">${say("web-packs-hard")}</p>
    ${pack ? html`<${Pack} key=${chosen} pack=${pack} />` : html`<p role="status">…</p>`}`;
}

/** One pack: its text fields, and its words by length. */
function Pack({ pack }) {
  const lengths = [...new Set(pack.known.map(({ word }) => word.length))];
  return html`<dl>${ABOUT.filter((name) => pack[name]).map((name) => html`<div key=${name}>
      <dt>${say(`web-pack-${name}`)}</dt><dd>${told(name, pack[name])}</dd></div>`)}</dl>
    ${lengths.map((n) => {
      const words = pack.known.filter(({ word }) => word.length === n);
      return html`<section key=${n}><h2>${say("web-pack-length", { n, words: words.length })}</h2><${Words} words=${words} n=${n} /></section>`;
    })}`;
}

const HEADS = ["word", "hard", "found", "taps", "twins"];

function Words({ words, n }) {
  return html`<div class="table" tabindex="0" role="region" aria-label=${say("web-pack-length", { n, words: words.length })}><table>
    <thead><tr>${HEADS.map((head) => html`<th scope="col" key=${head}>${say(`web-pack-${head}`)}</th>`)}</tr></thead>
    <tbody>${words.map((one) => html`<tr key=${one.word}><th scope="row">${one.word}</th>
      ${one.lays ? html`<td class=${`is-${one.level}`}>${say(`knob-words-${one.level}`)} <span class="small">${one.why.join(" ")}</span></td>
        <td class="number">${say("web-percent", { n: one.chance })}</td>
        <td class="number">${one.taps.join("–")}</td><td>${one.twins.join(", ")}</td>`
        : html`<td colspan="4">${say("web-pack-lays-not")}</td>`}</tr>`)}</tbody>
  </table></div>`;
}

const page = document.getElementById("page");
await loadWords();
const asked = new URLSearchParams(location.search);
const [{ ok, json: found }, { json: state }] = await Promise.all([
  readJson(`/api/packs?lang=${document.documentElement.lang}`),
  readJson("/api/state?as=wall"),
]);
if (ok) {
  const packs = found.packs.sort((one, other) => (other.language === state.language) - (one.language === state.language));
  const wanted = { language: asked.get("language"), key: asked.get("pack") };
  const now = { language: state.language, key: state.pack };
  const first = [wanted, now].map(id).find((one) => packs.some((pack) => id(pack) === one)) ?? id(packs[0]);
  render(html`<${Pages} packs=${packs} first=${first} />`, page);
} else {
  render(html`<${Back} /><h1>${say("web-title-packs")}</h1><p role="alert">${found.text ?? found.error}</p>`, page);
}
