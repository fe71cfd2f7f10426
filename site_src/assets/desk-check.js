// The check of an order file by the engine, as `zinegen check` does it: after the engine is loaded, at every change.
import { describeSize, engineAddress, isEngineKept, openEngine, openPosition } from "./engine.js"

/**
 * @typedef {object} Heard what is told of the check
 * @property {(news: Partial<import("./desk-state.js").Check>) => void} note
 * @property {(power: string, text: string, answer: import("./findings.js").Answer) => void} take
 */

const PAUSE = 40

export class Checker {
  /** @param {string} position the address of the position @param {Heard} heard */
  constructor(position, heard) {
    this.address = position
    this.heard = heard
    /** @type {import("./engine.js").Engine | undefined} */
    this.engine = undefined
    this.position = ""
    this.power = ""
    /** @type {string | undefined} */
    this.text = undefined
    this.timer = 0
  }

  /** Offers the check where the site has an engine, and begins at once where this browser has it already. */
  async begin() {
    if (!engineAddress()) return
    try {
      this.heard.note({ offer: `Check my orders ${await describeSize()}` })
      if (await isEngineKept()) await this.load()
    } catch (error) {
      this.tell(error)
    }
  }

  /** @param {unknown} error */
  tell(error) {
    this.heard.note({ said: error instanceof Error ? error.message : String(error) })
  }

  async load() {
    this.heard.note({ isLoading: true, said: "" })
    try {
      const opening = openEngine(({ loaded, total }) => this.heard.note({ loaded: loaded / total }))
      const { position } = await openPosition(opening, this.address)
      this.position = position
      this.engine = await opening
      this.heard.note({ isOn: true })
      await this.check()
    } catch (error) {
      this.tell(error)
    }
    this.heard.note({ isLoading: false })
  }

  /** Checks a power's file after a short pause; nothing where there is no text. @param {string} power @param {string | undefined} text */
  follow(power, text) {
    if (power === this.power && text === this.text) return
    this.power = power
    this.text = text
    clearTimeout(this.timer)
    if (this.engine) this.timer = setTimeout(() => this.check(), PAUSE)
  }

  async check() {
    const { engine, position, power, text } = this
    if (!engine || !power || text === undefined) return
    try {
      this.heard.take(power, text, await engine.ask({ do: "check", position, power, text }))
    } catch (error) {
      this.tell(error)
    }
  }
}
