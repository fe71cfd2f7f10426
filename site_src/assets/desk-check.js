// The check of an order file by the engine, as `zinegen check` does it: after the engine is loaded, at every change.
import { gettext } from "./language.js"
import { noteCheck, takeAnswer } from "./desk-state.js"
import {
  describeSize,
  engineAddress,
  EngineStopped,
  isEngineKept,
  openEngine,
  openPosition,
  watchSlow,
} from "./engine.js"

const PAUSE = 40

export class Checker {
  /** @param {string} address of the position @param {Desk.Stage} stage */
  constructor(address, stage) {
    this.address = address
    this.stage = stage
    /** Empty until the engine has been loaded, and when it was stopped. */
    this.position = ""
    this.isChecking = false
    this.power = ""
    /** @type {string | undefined} */
    this.text = undefined
    this.timer = 0
  }

  /** Whether the engine has been loaded, and was not stopped since. */
  get isOn() {
    return !!this.position
  }

  /** Offers the check where the site has an engine, and begins at once where this browser has it already. */
  async begin() {
    if (!engineAddress()) return
    try {
      this.note({ offer: gettext("Check my orders {size}", { size: await describeSize() }) })
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
      const opened = await this.watch(() => openPosition(opening, this.address))
      this.position = opened.position
      this.note({ isOn: true, isLoading: false })
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
    if (this.position) this.timer = setTimeout(() => this.check(), PAUSE)
  }

  /**
   * Reads a message as `zinegen take` does; a file is what stands there now.
   * @param {{power: string, message: string, file: string, title: string, amend?: boolean}} question
   * @returns {Promise<Data.Taken>}
   */
  async take(question) {
    const none = {
      text: "",
      is_bare: false,
      read: 0,
      left_out: [],
      kept: [],
      gone: [],
      findings: [],
      refused: "",
    }
    try {
      if (!this.position) return none
      const { ask } = await openEngine()
      const answer = await this.watch(() => ask({ do: "take", position: this.position, ...question }))
      return { ...none, ...answer }
    } catch (error) {
      if (error instanceof EngineStopped) this.turnOff()
      return { ...none, refused: error instanceof Error ? error.message : String(error) }
    }
  }

  /** @template What @param {() => Promise<What>} act */
  watch(act) {
    return watchSlow(act, isSlow => this.note({ isSlow }))
  }

  /** Checks what stands there, one text at a time: what was written meanwhile is checked next. */
  async check() {
    if (this.isChecking) return
    this.isChecking = true
    try {
      await this.watch(() => this.checkLatest())
    } catch (error) {
      if (error instanceof EngineStopped) this.turnOff()
      this.tell(error)
    }
    this.isChecking = false
  }

  async checkLatest() {
    for (let last; last !== this.text;) {
      const { position, power, text } = this
      if (!position || !power || text === undefined) return
      const { ask } = await openEngine()
      this.stage.take(takeAnswer, power, text, await ask({ do: "check", position, power, text }))
      last = power === this.power ? text : undefined
    }
  }

  /** Checks nothing more until the player wants it again: the same text would take as long. */
  turnOff() {
    this.position = ""
    this.note({ isOn: false })
  }
}
