/**
 * The board's voice in a browser: short tunes, and spoken clips after them.
 *
 * What is said about a change is found out by pure functions from two state documents.
 * `Sound` plays it. The newest announcement wins; nothing waits in line. Names and words
 * that people typed are never spoken, for there are no clips of them.
 */

/** Milliseconds of sound, of silence, and hertz; `tools/build_clips.py` has the same. */
export const TUNES = Object.freeze({
  yes: [[60, 0, 660], [60, 0, 880], [60, 0, 1100]],
  no: [[450, 0, 220]],
  refused: [[60, 80, 440], [60, 0, 440]],
  bonus: [[90, 30, 660], [90, 30, 880], [90, 30, 660], [220, 0, 880]],
  end: [[120, 20, 523], [120, 20, 659], [120, 20, 784], [400, 0, 1047]],
});

/** What an event may be: nothing, its tune, or its tune and then words. */
export const LEVELS = Object.freeze(["silent", "tone", "voice"]);

/** What is heard of each event, once the sound is on at all. */
export const DEFAULT_LEVELS = Object.freeze({
  yes: "tone", no: "tone", refused: "tone", bonus: "tone", turn: "silent", end: "tone",
});

/** The most points that there is a clip for. */
const MOST_POINTS = 40;

/** Words that come later than this after the event are not spoken any more. */
const LATE_MS = 1500;

// --- what there is to say ----------------------------------------------------

/**
 * Return the clips that tell how `after` differs from `before`, such as "en/zone-3".
 *
 * @param {object|null} before The state document that was heard of last, if any.
 * @param {object} after The new one.
 * @param {string} lang Of the clips, such as "en".
 * @param {object} [heard] What the game has to say of its own; see `happened`.
 */
export function announce(before, after, lang, heard) {
  return happened(before, after, heard).flatMap((one) => one.words).map((name) => `${lang}/${name}`);
}

/**
 * Return what happened between two documents: events, each with its words.
 *
 * @param {object|null} before The state document that was heard of last, if any.
 * @param {object} after The new one.
 * @param {object} [heard] The game's part: `happened(was, is)` and `next(was, is, state)`,
 *   both of them told of views, return events.
 */
export function happened(before, after, heard = {}) {
  if (!before || !after) return []; // whoever has just come hears of what comes
  const told = [...refused(before, after)];
  if (after.view) {
    const was = before.view ?? {};
    told.push(...(heard.happened?.(was, after.view) ?? []));
    if (before.view) told.push(...ended(was, after.view, after.players));
    told.push(...paused(before, after), ...next(before, after, heard));
  }
  return told.filter((one) => one.words.length);
}

/** What has happened, with the clips that tell it. */
export const event = (name, ...words) => ({ event: name, words: words.filter(Boolean) });

/** A refusal names its zone and, where the document has its code, its reason. */
function refused(before, after) {
  const zone = after.zones.find(
    (one, at) => one.lamp === "refused" && before.zones[at]?.lamp !== "refused",
  );
  const why = after.note_code ?? "";
  const reason = /^(refused-|hush-|touches-lost$)/.test(why) ? why : "";
  if (!zone && (!reason || why === before.note_code)) return [];
  return [event("refused", zone && `zone-${zone.zone}`, reason || "refused")];
}

/** How a round, or the game, has ended. */
function ended(was, is, players) {
  const words = [];
  if (is.results.length > was.results.length) {
    const { guessed_by: seat, maker } = is.results.at(-1);
    if (maker !== null) words.push(seat === null ? "round-unguessed" : named("found", seat, players) ?? "round-guessed");
  } else if (is.waiting && !was.waiting && !is.over && Number.isInteger(was.turn)) {
    words.push("round-voided");
  }
  if (is.over && !was.over) words.push(...won(is, players));
  return words.length ? [event("end", ...words)] : [];
}

function won(view, players) {
  const [seat, ...others] = view.winners;
  if (seat === undefined) return ["game-unfinished"];
  if (alone(view)) return [view.results.every((one) => one.guessed_by !== null) ? "alone-all" : "alone-some"];
  const points = players.flatMap((player) => {
    const { symbol, points } = player;
    return symbol && points !== null && points <= MOST_POINTS ? [`player-${symbol}`, `points-${points}`] : [];
  });
  if (others.length) return ["game-shared", ...points];
  return [named("wins", seat, players) ?? "game-won", ...points];
}

/** Whether somebody plays against the board alone: then the words that were found count. */
const alone = ({ board_plays: board, totals }) => board && totals.length === 2;

function paused(before, after) {
  if (Boolean(before.paused) === Boolean(after.paused)) return [];
  return [event("turn", after.paused ? "paused" : "go-on")];
}

/** Whose turn it is now; a game may say more of it. */
function next(before, after, heard) {
  const was = before.view ?? {}, is = after.view;
  if (is.over || after.paused) return [];
  if (heard.next) return heard.next(was, is, after);
  const fresh = was.turn !== is.turn && Number.isInteger(is.turn);
  return fresh ? [event("turn", named("turn", is.turn, after.players) ?? "turn-next")] : [];
}

/** Return the clip of a sentence about a player by symbol; none without a symbol. */
export function named(sentence, seat, players) {
  const symbol = players.find((player) => player.seat === seat)?.symbol;
  return symbol ? `${sentence}-${symbol}` : undefined;
}

// --- how it is heard ---------------------------------------------------------

/** Fetch a clip; null where there is none, or no way to it. */
async function fetched(name, context) {
  try {
    const answer = await fetch(new URL(`../../clips/${name}.mp3`, import.meta.url));
    return answer.ok ? await context.decodeAudioData(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/**
 * Plays tunes and clips. Silent until it is unmuted *and* woken by a touch or a key, as
 * browsers demand.
 */
export class Sound {
  #context = null;
  #clips = new Map();
  #playing = [];
  #newest = 0;
  #muted;

  /**
   * @param {object} [settings]
   * @param {object} [settings.levels] By event, one of `LEVELS`; the rest is the default.
   * @param {boolean} [settings.muted] True, the default: nothing is heard.
   * @param {function} [settings.makeContext] Makes the AudioContext.
   * @param {function} [settings.load] Loads a clip: (name, context) => AudioBuffer or null.
   */
  constructor({ levels = {}, muted = true, makeContext = () => new AudioContext(), load = fetched } = {}) {
    this.levels = { ...DEFAULT_LEVELS, ...levels };
    this.#muted = muted;
    this.makeContext = makeContext;
    this.load = load;
  }

  get muted() {
    return this.#muted;
  }

  set muted(muted) {
    this.#muted = muted;
    if (muted) this.hush();
  }

  /** Get ready to sound. Call it in the handler of a click, a touch or a key. */
  async wake() {
    this.#context ??= this.makeContext();
    if (this.#context.state === "suspended") await this.#context.resume();
  }

  /** Let a change of the state be heard; returns once its words are under way. */
  async tell(before, after, lang, game) {
    if (this.#muted) return;
    const heard = happened(before, after, game).filter((one) => this.levels[one.event] !== "silent");
    const words = heard.filter((one) => this.levels[one.event] === "voice").flatMap((one) => one.words);
    const tune = ["end", "bonus", "refused", "no", "yes"].find((name) => heard.some((one) => one.event === name));
    if (tune || words.length) await this.play(tune, words.map((name) => `${lang}/${name}`));
  }

  /** Play a tune, then clips, instead of whatever is being played. */
  async play(tune, clips = []) {
    this.hush();
    const context = this.#context, mine = this.#newest;
    if (this.#muted || context?.state !== "running") return;
    let at = tune ? this.#tune(TUNES[tune]) : context.currentTime;
    const latest = context.currentTime + LATE_MS / 1000;
    const sounds = await Promise.all(clips.map((name) => this.#clip(name)));
    if (mine !== this.#newest || context.currentTime > latest) return;
    at = Math.max(at, context.currentTime);
    for (const buffer of sounds.filter(Boolean)) {
      const source = new AudioBufferSourceNode(context, { buffer });
      this.#start(source, source, at);
      at += buffer.duration;
    }
  }

  /** Be silent at once; what was still to come is forgotten. */
  hush() {
    this.#newest += 1;
    for (const source of this.#playing.splice(0)) source.stop();
  }

  /** Play notes now; return when they end. */
  #tune(notes) {
    let at = this.#context.currentTime;
    for (const [on, off, frequency] of notes) {
      const ends = at + on / 1000;
      const tone = new OscillatorNode(this.#context, { type: "triangle", frequency });
      const swell = new GainNode(this.#context, { gain: 0 });
      swell.gain.setTargetAtTime(0.4, at, 0.004);
      swell.gain.setTargetAtTime(0, ends - 0.012, 0.004);
      this.#start(tone, tone.connect(swell), at);
      tone.stop(ends);
      at = ends + off / 1000;
    }
    return at;
  }

  #start(source, output, at) {
    output.connect(this.#context.destination);
    this.#playing.push(source);
    source.onended = () => {
      this.#playing = this.#playing.filter((one) => one !== source);
      output.disconnect();
    };
    source.start(at);
  }

  async #clip(name) {
    const known = this.#clips.get(name) ?? this.load(name, this.#context);
    this.#clips.set(name, known);
    const buffer = await known;
    if (!buffer) this.#clips.delete(name); // the network may come back
    return buffer;
  }
}
