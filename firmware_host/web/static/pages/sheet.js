/** The scoresheet as in the box: of the game that is on the table, or of an earlier one. */
import { loadGame } from "../games/load.js";
import { Back, led } from "../parts/aside/back.js";
import { Scoresheet } from "../parts/aside/scoresheet.js";
import { connect } from "../parts/live.js";
import { when } from "../parts/aside/when.js";
import { html, render } from "../vendor/preact.js";
import { readJson } from "../parts/read.js";
import { loadWords, say } from "../parts/words.js";

const earlier = new URLSearchParams(location.search).get("game");

/** Fetch an earlier game: `?game=7`; nothing where there is none, or it is not for us. */
async function fetched() {
  const { ok, json } = await readJson(led(`/api/history/${encodeURIComponent(earlier)}`));
  return ok ? read(json) : null;
}

/** Return what of an earlier game, or of the state document, stands on a sheet. */
function read(found) {
  const played = found.played ?? found.game; // an earlier game's own number is its `game`
  const players = found.players.filter((one) => one.points !== null); // whoever came after the game has no column
  return { ...(found.view ?? found), played, page: found.page, players, board_makes: found.board_makes };
}

/** The way back: to an earlier game's own page, or to the list of them. */
const above = () => (earlier ? { href: led("/history", { game: earlier }), text: say("web-game-n", { n: earlier }) }
  : { href: led("/history"), text: say("web-title-history") });

function Sheet({ game, part }) {
  const unfinished = game?.results?.length === 0 && (game.ended ?? game.over);
  if (!game?.results || unfinished) return html`<h1>${say("web-title-sheet")}</h1><p>${say(unfinished ? "web-ended-none" : "web-sheet-none")}</p>`;
  return html`<h1>${say("web-title-sheet")}</h1>
    <p class="small">${[say(`game-${game.played}`), when(game)].filter(Boolean).join(" · ")}</p>
    <${Scoresheet} game=${game} Word=${part.history?.Word} />
    <p class="screen-only"><button type="button" class="main" onClick=${() => print()}>${say("web-print")}</button></p>`;
}

async function draw(game) {
  const part = game?.results ? await loadGame(game.page, "history") : {};
  render(html`<${Back} above=${above()} /><${Sheet} game=${game} part=${part} />`, document.getElementById("page"));
}

await loadWords();
if (earlier) await draw(await fetched());
else connect("wall", (state) => draw(read(state)), { wakes: () => false }); // a name that is erased goes from an open sheet too
