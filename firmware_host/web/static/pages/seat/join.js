/** The page on which a phone joins: the code, and a name or a seat. */
import { ANIMALS, Animal } from "../../parts/animals.js";
import { act, key } from "../../parts/live.js";
import { Symbol as Sign } from "../../parts/pieces.js";
import { readJson } from "../../parts/read.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The code in the address of the QR code. */
const scanned = new URLSearchParams(location.search).get("code") ?? "";

const me = async () => (await readJson(`/api/me?lang=${document.documentElement.lang}`)).json;

export function Join({ state }) {
  const [offer, setOffer] = useState(null);
  const [code, setCode] = useState(scanned.toUpperCase());
  const [picked, setChoice] = useState(null);
  const [own, setOwn] = useState("");
  const [animal, setAnimal] = useState("");
  const [why, setWhy] = useState("");
  const asked = useRef(0);
  const look = async (others) => {
    const own = asked.current += 1, answer = await me();
    if (own !== asked.current) return; // an older answer that comes late may have names that are erased
    const isFree = (name) => ![...state.players, ...answer.free].some((one) => one.name === name); // either may be newer
    setOffer((before) => ({ ...answer, nicknames: before && !others ? before.nicknames.filter(isFree) : answer.nicknames }));
  };
  const names = JSON.stringify(state.players.map((one) => one.name)); // one that was erased is offered no more
  useEffect(() => void look(), [names, state.join.teams, state.join.phones]);

  const comeIn = async (who) => {
    const answer = await act("/api/join", { ...who, key });
    if (answer.ok && animal) await act("/api/animal", { animal });
    sit(answer, setWhy);
  };
  const choice = isOffered(offer, picked) ? picked : null; // what is sent is what is shown
  const enter = async (event) => {
    event.preventDefault();
    await comeIn({ code, ...(state.join.teams ? {} : choice === "own" ? { name: own } : choice ?? {}) });
  };

  const { waits, admitted } = state.knock ?? {};
  const free = state.join.door === "open" || admitted;
  useEffect(() => void (admitted && comeIn({})), [admitted]);

  if (waits) {
    return html`<div class="join"><h1>${say("web-waits-title")}</h1>
      <p class="big">${say("web-waits", { n: waits })}</p></div>`;
  }
  if (state.join.locked) {
    return html`<div class="join"><h1>${say("web-title-seat")}</h1><p class="big">${say("web-locked")}</p><${Lost} /></div>`;
  }
  return html`<form class="join" onSubmit=${enter}>
    <h1>${say("web-join-title")}</h1>
    ${state.knock && !admitted && html`<p>${say("web-sent-away")}</p>`}
    ${!free && html`<p><label for="code">${say("web-join-code")}</label>
      <input id="code" class="code" value=${code} maxlength="4" required autocomplete="off" spellcheck=${false}
        autocapitalize="characters" onInput=${(event) => setCode(event.target.value.toUpperCase())} /></p>`}
    ${state.join.teams
      ? html`<p>${say("web-join-team")}</p>`
      : offer && html`<${Who} ...${{ offer, choice, setChoice, own, setOwn, others: () => look(true) }} />`}
    ${!state.join.teams && html`<${Animals} players=${state.players} ...${{ animal, setAnimal }} />`}
    <p class="why" role="alert">${why}</p>
    <p><button class="main">${say("web-join-go")}</button></p>
    <${Lost} />
    <p class="small"><a href="/privacy">${say("web-title-privacy")}</a></p>
  </form>`;
}

/** The form for a code that returns the seat of a lost phone. */
function Lost() {
  const [code, setCode] = useState("");
  const [why, setWhy] = useState("");
  const back = async () => {
    const answer = await act("/api/return", { code, key });
    sit(answer, setWhy);
  };
  return html`<details><summary>${say("web-lost")}</summary>
    <p>${say("web-lost-how")}</p>
    <p><label for="back">${say("web-lost-code")}</label>
      <input id="back" class="code" value=${code} maxlength="6" autocomplete="off" spellcheck=${false}
        autocapitalize="characters" onInput=${(event) => setCode(event.target.value.toUpperCase())} /></p>
    <p class="why" role="alert">${why}</p>
    <p><button type="button" disabled=${!code} onClick=${back}>${say("web-lost-go")}</button></p>
  </details>`;
}

/** Reload the page once the phone has a seat, since a socket knows its phone from the start; or show the refusal. */
const sit = ({ ok, text, error }, setWhy) => ok ? location.replace(`/seat?lang=${document.documentElement.lang}`) : setWhy(text ?? error);

/** Return true if a choice is among what is offered now. */
const isOffered = (offer, choice) => choice === "own" || offer?.free.some((one) => one.seat === choice?.seat) || offer?.nicknames.includes(choice?.name);

/** The free seats, and names for a new player. */
function Who({ offer, choice, setChoice, own, setOwn, others }) {
  const pick = (value) => ({
    checked: JSON.stringify(choice) === JSON.stringify(value), onChange: () => setChoice(value),
  });
  return html`
    ${offer.free.length > 0 && html`<fieldset><legend>${say("web-join-free")}</legend>
      <div class="picks">${offer.free.map((one) => html`<label key=${one.seat}>
        <input type="radio" name="who" ...${pick({ seat: one.seat })} />
        <span>${one.symbol && html`<${Sign} name=${one.symbol} />`} ${say("web-i-am", { name: one.name })}</span>
      </label>`)}</div></fieldset>`}
    <fieldset><legend>${say("web-join-name")}</legend>
      <div class="picks">${offer.nicknames.map((name) => html`<label key=${name}>
        <input type="radio" name="who" ...${pick({ name })} /><span>${name}</span></label>`)}
        ${offer.own_names && html`<label>
          <input type="radio" name="who" ...${pick("own")} /><span>${say("web-join-own")}</span></label>`}
      </div>
      ${choice === "own" && html`<p><label for="own">${say("web-join-called")}</label>
        <input id="own" maxlength="12" autocomplete="off" value=${own}
          onInput=${(event) => setOwn(event.target.value)} /></p>`}
      <p><button type="button" onClick=${others}>${say("web-join-others")}</button></p>
    </fieldset>`;
}

/** The animals that no player has. */
function Animals({ players, animal, setAnimal }) {
  const taken = players.filter((one) => !one.left).map((one) => one.animal);
  return html`<fieldset><legend>${say("web-join-animal")}</legend>
    <div class="animals">${ANIMALS.map((one) => html`<label key=${one}>
      <input type="radio" name="animal" disabled=${taken.includes(one)} checked=${animal === one && !taken.includes(one)} onChange=${() => setAnimal(one)} />
      <span class=${`who-${one}`}><${Animal} name=${one} />${say(`animal-${one}`)}</span></label>`)}</div></fieldset>`;
}
