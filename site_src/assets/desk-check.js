// The check of an order file by the engine, as `zinegen check` does it: after the engine is loaded, at every change.
import { noteCheck, takeAnswer } from "./desk-state.js"
import { describeSize, engineAddress, isEngineKept, openEngine, openPosition } from "./engine.js"

const PAUSE = 40

export class Checker {
  /** @param {string} address of the position @param {Desk.Stage} stage */
  constructor(address, stage) {
    this.address = address
    this.stage = stage
    /** @type {Data.Engine | undefined} */
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
      this.note({ offer: `Check my orders ${await describeSize()}` })
      if (await isEngineKept()) await this.load()
    } catch (error) {
      this.tell(error)
    }
  }

  /** @param {Partial<Desk.Check>} news */
  note(news) {
    this.stage.take(noteCheck, news)
  }

  /** @param {unknown} error */
  tell(error) {
    this.note({ said: error instanceof Error ? error.message : String(error) })
  }

  async load() {
    this.note({ isLoading: true, said: "" })
    try {
      const opening = openEngine(({ loaded, total }) => this.note({ loaded: loaded / total }))
      const { position } = await openPosition(opening, this.address)
      this.position = position
      this.engine = await opening
      this.note({ isOn: true })
      await this.check()
    } catch (error) {
      this.tell(error)
    }
    this.note({ isLoading: false })
  }

  /** Checks a power's file after a short pause; nothing where there is no text. @param {string} power @param {string | undefined} text */
  follow(power, text) {
    if (power === this.power && text === this.text) return
    this.power = power
    this.text = text
    clearTimeout(this.timer)
    if (this.engine) this.timer = setTimeout(() => this.check(), PAUSE)
  }

  /**
   * Reads a message as `zinegen take` does; a file is what stands there now.
   * @param {{power: string, message: string, file: string, title: string, amend?: boolean}} question
   * @returns {Promise<Data.Taken>}
   */
  async take(question) {
    const none = { text: "", is_bare: false, read: 0, left_out: [], kept: [], gone: [], findings: [] }
    try {
      const answer = await this.engine?.ask({ do: "take", position: this.position, ...question })
      return { ...none, ...answer }
    } catch (error) {
      return { ...none, refused: error instanceof Error ? error.message : String(error) }
    }
  }

  async check() {
    const { engine, position, power, text } = this
    if (!engine || !power || text === undefined) return
    try {
      const answer = await engine.ask({ do: "check", position, power, text })
      this.stage.take(takeAnswer, power, text, answer)
    } catch (error) {
      this.tell(error)
    }
  }
}
