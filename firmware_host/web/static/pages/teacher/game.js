/** The settings of the next game: the game, its words, and its options. */
import { Knob, games, misfit, upTo } from "../../parts/choosing.js";
import { Evening } from "../../parts/aside/evening.js";
import { Choice, Section, useDoing, Why } from "./parts.js";
import { act } from "../../parts/live.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { languages, most, say } from "../../parts/words.js";

const numbers = (values) => values.map((value) => [value, value]);

/** Return the games that this board can play, fetched again after each change of settings. */
export function useGames(state) {
  const [offered, setOffered] = useState([]);
  const chosen = JSON.stringify(state.next);
  useEffect(() => void games().then(setOffered), [chosen]);
  return offered;
}

/** Return the reason why the next game cannot begin with so many players; empty if it can. */
export function wrong(offered, state) {
  const game = offered.find((one) => one.name === state.next.game);
  return game && state.players.length ? misfit(game, state.players.length) : "";
}

/** The settings of the next game; during a game its own options. */
export function Settings({ state, offered }) {
  const [send, why] = useDoing();
  const settle = (body) => send("/api/teacher/settings", body);
  const set = (name, read = String) => (value) => settle({ [name]: read(value) });
  const on = state.phase === "playing", now = on ? state : state.next;
  const evening = async (key) => {
    const answer = await act("/api/evening", { key });
    return answer.ok ? "" : answer.text ?? answer.error;
  };
  const game = offered.find((one) => one.name === now.game);
  return html`<${Section} title=${say("web-settings")}>
    ${on && html`<p class="small">${say("web-settings-on")}</p>`}
    <div class="fields">
      ${offered.length > 1 && html`<${Choice} label=${say("web-game")} value=${now.game} disabled=${on}
        options=${offered.map((one) => [one.name, one.title])} change=${set("game")} />`}
      <${Choice} label=${say("web-language-board")} value=${state.language} disabled=${on} options=${languages()} change=${set("language")} />
      ${game?.lengths.length > 1 && html`<${Choice} label=${say("web-length")} value=${now.length} disabled=${on}
        options=${numbers(game.lengths)} change=${set("length", Number)} />`}
      ${game?.maker && html`<${Choice} label=${say("web-makes-words")} value=${now.board_makes} disabled=${on}
        options=${[[true, say("web-the-board")], [false, say("web-the-players")]]} change=${set("board_makes", (value) => value === "true")} />`}
      ${game?.maker && now.board_makes && html`<${Choice} label=${say("web-rounds")} value=${now.rounds} disabled=${on}
        options=${upTo(most("rounds-teacher"))} change=${set("rounds", Number)} />`}
      <${Choice} label=${say("web-place")} value=${state.place}
        options=${[["class", say("web-place-class")], ["home", say("web-place-home")], ["kiosk", say("web-place-kiosk")]]} change=${set("place")} />
      <${Choice} label=${say("web-language-wall")} value=${state.teacher.wall_language}
        options=${[["", say("web-as-board")], ...languages()]} change=${(language) => send("/api/teacher/wall", { language })} />
    </div>
    ${game && !on && html`<${House} key=${game.name} game=${game} settle=${settle} />`}
    ${!on && html`<${Evening} begin=${evening} />`}
    <p class="small">${wrong(offered, state)}</p>
    <${Why} why=${why} />
  </${Section}>`;
}

/** The options, each with its explanation and its default. */
function House({ game, settle }) {
  if (!game.knobs.length) return null;
  const turn = (knob) => (value) => {
    const turned = Object.fromEntries(game.knobs.map((one) => [one.name, one.value]));
    turned[knob.name] = value;
    const own = game.knobs.filter((one) => turned[one.name] !== one.default);
    const short = knob.word && String(value).length < knob.word[0] && !knob.choices.some((one) => one.value === value);
    if (!short) settle({ rules: Object.fromEntries(own.map((one) => [one.name, turned[one.name]])) });
  };
  return html`<div class="house choosing-form"><h3>${say("web-rules-title")}</h3><p class="small">${game.rule}</p>
    ${game.knobs.map((knob) => html`<${Knob} key=${knob.name} knob=${knob} now=${knob.value} set=${turn(knob)} />`)}</div>`;
}
