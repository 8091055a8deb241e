/** A phone's view of a game on a shared screen, for games without a private part of their own. */
import { loadGame, sheetsOf } from "../../games/load.js";
import { Body, tasked } from "../seat/body.js";
import { act as post } from "../../parts/live.js";
import { moreWords } from "../../parts/words.js";
import { html, render, useEffect, useRef, useState } from "../../vendor/preact.js";

/** The style sheets of a phone's page, inside a shadow root, apart from those of the board. */
const SHEETS = ["../../base.css", "../seat.css"];

/**
 * A phone's page without its head.
 *
 * @param {object} given The properties of a private part, see docs/internals.md.
 */
export function Phone(given) {
  const box = useRef(null);
  const [part, load] = useState(null);
  const { page } = given.state;
  useEffect(() => {
    Promise.all([loadGame(page, "seat"), moreWords("seat")]).then(([one]) => load(one));
  }, [page]);
  useEffect(() => {
    const root = box.current.shadowRoot ?? box.current.attachShadow({ mode: "open" });
    if (part) render(html`<${Inside} ...${given} game=${part} />`, root);
  });
  useEffect(() => {
    const { shadowRoot } = box.current;
    return () => render(null, shadowRoot);
  }, []);
  return html`<div class="phone" ref=${box}></div>`;
}

function Inside({ state, letters, act, game }) {
  const [sheets, set] = useState([]);
  const { you, players } = state, own = game.seat ?? {};
  useEffect(() => {
    sheetsOf(state.page).then((more) => set([...SHEETS.map((one) => new URL(one, import.meta.url).href), ...more]));
  }, []);
  const me = players.find((one) => one.seat === you.seat);
  const send = (path, body) => (path === "/api/do" ? act(body) : post(path, body));
  const [sheet, open] = useState("");
  const Sheet = own.sheets?.[sheet];
  const given = { state, you, send, open, letters, game, me, task: tasked(state, own) };
  return html`${sheets.map((one) => html`<link key=${one} rel="stylesheet" href=${one} />`)}
    <div class=${`page-seat at-screen game-${state.page}`}><div class=${`seat who-${me.animal || "board"} turn ${own.Play ? "whole" : ""}`}>
      <${Body} ...${given} />${Sheet && html`<${Sheet} key=${sheet} ...${given} />`}</div></div>`;
}
