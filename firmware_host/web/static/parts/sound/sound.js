/**
 * The board's voice in a browser: short tunes, then spoken clips.
 *
 * A state document has the last moments, each with its number, tune and clips. `Sound` plays the
 * new ones. The newest announcement replaces older ones; there is no queue. Names and typed words
 * are never spoken, because there are no clips of them.
 */

import { since } from "./since.js";

export { since };

/**
 * The notes: milliseconds of sound, of silence, and hertz; `picture/lamps.py` has the same. Of
 * several new moments the tune listed first is played.
 */
export const TUNES = Object.freeze({
  end: [[120, 20, 523], [120, 20, 659], [120, 20, 784], [400, 0, 1047]],
  bonus: [[90, 30, 660], [90, 30, 880], [90, 30, 660], [220, 0, 880]],
  refused: [[60, 80, 440], [60, 0, 440]],
  yes: [[80, 0, 784], [160, 0, 1175]],
  wrong: [[110, 50, 622], [110, 50, 587], [360, 0, 494]],
  no: [[180, 0, 262], [320, 0, 196]],
});

/** The levels of a moment: nothing, its tune, or its tune and then words. */
export const LEVELS = Object.freeze(["silent", "tone", "voice"]);

/** The default level for each tune; `turn` has no tune. */
export const DEFAULT_LEVELS = Object.freeze({
  yes: "tone", no: "tone", wrong: "tone", refused: "tone", bonus: "tone", turn: "silent", end: "tone",
});

/** Words that would start later than this after the event are not spoken. */
const LATE_MS = 1500;

/** Fetch a clip; null if it does not exist or cannot be reached. */
async function fetched(name, context) {
  try {
    const answer = await fetch(new URL(`../../clips/${name}.mp3`, import.meta.url));
    return answer.ok ? await context.decodeAudioData(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/**
 * Plays tunes and clips. It is silent until it is unmuted *and* woken by a touch or a key, as
 * browsers require.
 */
export class Sound {
  #context = null;
  #clips = new Map();
  #playing = [];
  #newest = 0;
  #heard = null;
  #muted;

  /**
   * @param {object} [settings]
   * @param {object} [settings.levels] One of `LEVELS` for each tune; missing ones have the default.
   * @param {boolean} [settings.muted] True, the default, for silence.
   * @param {function} [settings.makeContext] Creates the AudioContext.
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

  /** Prepare for sound. Call it in the handler of a click, a touch or a key. */
  async wake() {
    this.#context ??= this.makeContext();
    if (this.#context.state !== "running") await this.#context.resume();
  }

  /** Play the new moments of a state document; returns when its words have started. */
  async tell({ moments, sound }, lang) {
    const fresh = since(moments, this.#heard);
    this.#heard = moments.at(-1)?.n ?? 0;
    if (this.#muted || !sound) return;
    const level = ({ tune }) => this.levels[tune || "turn"];
    const told = fresh.filter((one) => level(one) !== "silent");
    const tune = Object.keys(TUNES).find((name) => told.some((one) => one.tune === name));
    const words = told.filter((one) => level(one) === "voice").flatMap((one) => one.said);
    if (tune || words.length) await this.play(tune, words.map((name) => `${lang}/${name}`));
  }

  /** Play a tune, then clips, and stop what is playing. */
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

  /** Stop at once, and drop what was still to come. */
  hush() {
    this.#newest += 1;
    for (const source of this.#playing.splice(0)) source.stop();
  }

  /** Play notes now; return the time of their end. */
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
    if (!buffer) this.#clips.delete(name); // try again later, when the network may be back
    return buffer;
  }
}
