/** The history: the list of games, and one of them. */
import { Game } from "./history/game.js";
import { Hardest, Kinds } from "./history/charts.js";
import { Back, led } from "../parts/aside/back.js";
import { when } from "../parts/aside/when.js";
import { games } from "../parts/choosing.js";
import { loadLetters } from "../parts/letters/letters.js";
import { loadGame } from "../games/load.js";
import { act } from "../parts/live.js";
import { html, render, useState } from "../vendor/preact.js";
import { readJson } from "../parts/read.js";
import { loadWords, most, say } from "../parts/words.js";

const language = () => document.documentElement.lang;
const link = (game) => led("/history", { game });
const page = (before) => led("/history", before ? { before } : {});

/** A page of games; at home optionally those of one group of players. */
function Games({ found, offered, parts, before, again }) {
  const [group, setGroup] = useState("");
  const groups = groupsOf(found);
  const shown = found.games.filter((one) => !group || one.group === group);
  if (!found.games.length && !before) {
    return html`<${Back} /><h1>${say("web-title-history")}</h1><p>${say("web-history-none")}</p>`;
  }
  return html`
    <${Back} />
    <h1>${say("web-title-history")}</h1>
    ${groups.length > 1 && html`<div class="groups" role="group" aria-label=${say("web-groups")}>
      <button type="button" aria-pressed=${group === ""} onClick=${() => setGroup("")}>${say("web-everybody")}</button>
      ${groups.map((one) => html`<button type="button" key=${one.code} aria-pressed=${group === one.code}
        onClick=${() => setGroup(one.code)}>${one.name} <span class="number">${one.count}</span></button>`)}</div>`}
    ${group && found.may_change && html`<${NameGroup} key=${group} game=${shown[0].game} name=${found.groups[group] ?? ""} again=${again} />`}
    <ol class="games">${shown.map((one) => html`
      <${Line} key=${one.game} one=${one} title=${titleOf(offered, one)} Word=${parts[one.page]?.history?.Word ?? Plain} />`)}</ol>
    ${(before || found.older > 0) && html`<nav class="groups" aria-label=${say("web-history-pages")}>
      ${before && html`<a class="button" href=${page()}>${say("web-history-newest")}</a>`}
      ${found.older > 0 && html`<a class="button" href=${page(found.older)}>${say("web-history-older")}</a>`}</nav>
      <p class="small">${say("web-history-charts")}</p>`}
    ${found.words.length > 0 && html`<p><a class="button" href=${`/api/history/words.csv?lang=${language()}`} download>${say("web-words-again")}</a></p>`}
    <div class="charts">${found.words.length > 0 && html`<${Hardest} words=${found.words} />`}
      ${found.kinds.some(({ yes, no }) => yes + no) && html`<${Kinds} kinds=${found.kinds} />`}</div>`;
}

/** Return the groups of players, the one with most games first, each with its name or its players. */
function groupsOf({ games, groups }) {
  const counts = new Map();
  for (const one of games) {
    if (!one.group) continue;
    const known = counts.get(one.group);
    counts.set(one.group, { code: one.group, count: (known?.count ?? 0) + 1,
      name: groups[one.group] ?? one.players.map((player) => player.name).join(", ") });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

function NameGroup({ game, name, again }) {
  const [typed, setTyped] = useState(name);
  const [why, setWhy] = useState("");
  const keep = async (event) => {
    event.preventDefault();
    const answer = await act("/api/history/group", { game, name: typed });
    if (answer.ok) again();
    else setWhy(answer.text ?? answer.error);
  };
  return html`<form class="beside" onSubmit=${keep}>
    <label>${say("web-group-name")} <input value=${typed} maxlength=${most("game")} autocomplete="off"
      onInput=${(event) => setTyped(event.currentTarget.value)} /></label>
    <button>${say("web-keep")}</button><p class="why" role="alert">${why}</p></form>`;
}

/** Return the game's name; empty if the board has only one game. */
const titleOf = (offered, { played }) =>
  (offered.length > 1 ? offered.find((one) => one.name === played)?.title ?? played : "");

/** The word of a round in a game that does not draw its words itself. */
const Plain = ({ result: { word, words } }) => word || words.filter(Boolean).join(" ");

/** The words of a game, round by round; some rounds have none. */
const Words = ({ results, Word }) => results.filter(({ word, words }) => word || words.some(Boolean))
  .map((result, at) => html`${at > 0 && " · "}<${Word} key=${at} result=${result} />`);

function Line({ one, title, Word }) {
  const won = one.winners.map((seat) => one.players.find((player) => player.seat === seat)?.name ?? say("web-the-board"));
  const people = one.players.map((player, at) => `${player.name} ${one.totals[at]}`);
  if (one.board_makes) people.push(`${say("web-the-board")} ${one.totals.at(-1)}`);
  return html`<li><a href=${link(one.game)}>
    <b>${one.name || say("web-game-n", { n: one.game })}${title && html` <span class="small">${title}</span>`}</b>
    <span class="words">${one.results.length ? html`<${Words} results=${one.results} Word=${Word} />` : say(one.ended ? "web-no-round" : "web-no-round-yet")}</span>
    <span class="small">${people.join(" · ")}</span>
    <span class="small">${when(one)}</span>
    <span class="state">${one.running ? say("web-running") : won.length > 0 && html`★ ${won.join(", ")}`}</span>
  </a></li>`;
}

async function show() {
  const asked = new URLSearchParams(location.search);
  const game = asked.get("game"), before = asked.get("before");
  const path = game ? `/api/history/${encodeURIComponent(game)}` : "/api/history";
  const from = before && !game ? `&before=${encodeURIComponent(before)}` : "";
  const { ok, status, json: found } = await readJson(`${path}?lang=${language()}${from}`);
  const place = document.getElementById("page");
  if (status === 403) {
    render(html`<${Back} /><h1>${say("web-title-history")}</h1><p>${found.text}</p>
      <p><a href="/teacher">${say("web-title-teacher")}</a></p>`, place);
  } else if (!ok) {
    render(html`<${Back} above=${{ href: page(), text: say("web-title-history") }} />
      <h1>${say("web-title-history")}</h1><p>${found.text ?? say("web-history-gone")}</p>`, place);
  } else if (game) {
    const [part, offered, letters] = await Promise.all([loadGame(found.page, "history"), games(), loadLetters()]);
    const kind = offered.find((one) => one.name === found.played);
    render(html`<${Game} game=${found} kind=${kind} part=${part} letters=${letters} may=${found.may_change} again=${show} />`, place);
  } else {
    const pages = [...new Set(found.games.map((one) => one.page))];
    const parts = Object.fromEntries(await Promise.all(pages.map(async (name) => [name, await loadGame(name, "history")])));
    render(html`<${Games} found=${found} offered=${await games()} parts=${parts} before=${before} again=${show} />`, place);
  }
}

await loadWords();
await show();
