// The check of an order file by the engine, as `zinegen check` does it: after the engine is loaded, at every change.
import { engineAddress, engineSize, isEngineKept, openEngine } from "./engine.js"
import { element, makeButton } from "./elements.js"

/**
 * @typedef {object} Finding
 * @property {"error" | "warning" | "note"} level
 * @property {number} line from 1; 0 where the file as a whole is meant
 * @property {number} column from 1; 0 where no line in particular is meant
 * @property {number} width
 * @property {string} what
 * @property {string} meant
 * @property {string} hint
 * @property {string} if_left
 *
 * @typedef {import("./order-marks.js").Drawable & {section: string}} ReadOrder
 * @typedef {{findings: Finding[], read: {line: number, text: string, canonical: string}[], orders: ReadOrder[]}} Answer
 *
 * @typedef {object} Writer
 * @property {string} power
 * @property {string} text
 * @property {boolean} isTooLong
 * @property {(text: string, answer: Answer) => void} take
 * @property {(line: number, column?: number) => void} goToLine
 * @property {(text: string) => void} change
 */

const PAUSE = 40
const MEGABYTE = 1e6
const RANKS = ["error", "warning", "note"]

export class Checker {
  /** @param {HTMLElement} box @param {Writer} writer @param {string} position the address of the position */
  constructor(box, writer, position) {
    this.writer = writer
    this.address = position
    this.button = /** @type {HTMLButtonElement} */ (box.querySelector("button"))
    this.bar = /** @type {HTMLProgressElement} */ (box.querySelector("progress"))
    this.said = /** @type {HTMLElement} */ (box.querySelector("[role=status]"))
    this.said.tabIndex = -1
    /** @type {Awaited<ReturnType<typeof openEngine>> | undefined} */
    this.engine = undefined
    this.position = ""
    this.timer = 0
  }

  /** Tells whether all that is written is checked by now. */
  get isOn() {
    return this.engine !== undefined
  }

  /** Offers the check where the site has an engine, and begins at once where this browser has it already. */
  async begin() {
    if (!engineAddress()) return
    try {
      const size = (await engineSize()) / MEGABYTE
      this.button.textContent = `Check my orders (loads ${size < 10 ? size.toFixed(1) : Math.round(size)} MB once)`
      this.button.hidden = false
      this.button.addEventListener("click", () => this.load())
      if (await isEngineKept()) await this.load()
    } catch (error) {
      this.tell(error)
    }
  }

  /** @param {unknown} error */
  tell(error) {
    this.said.textContent = error instanceof Error ? error.message : String(error)
  }

  async load() {
    const hadFocus = document.activeElement === this.button
    this.button.disabled = true
    this.bar.hidden = false
    this.tell("")
    try {
      const [answer, engine] = await Promise.all([
        fetch(this.address),
        openEngine(({ loaded, total }) => (this.bar.value = loaded / total)),
      ])
      if (!answer.ok) throw Error("The position cannot be fetched just now. Try again.")
      const { position } = await engine.ask({ do: "open", position: await answer.text() })
      this.position = position
      this.engine = engine
      this.button.hidden = true
      await this.check()
    } catch (error) {
      this.button.disabled = false
      this.tell(
        error instanceof TypeError ? Error("You seem to be offline. Try again when you are not.") : error,
      )
    }
    this.bar.hidden = true
    // A button that is gone, or was off meanwhile, has lost the keyboard.
    if (hadFocus && document.activeElement === document.body) (this.isOn ? this.said : this.button).focus()
  }

  /** Checks what is written, after a short pause. */
  schedule() {
    clearTimeout(this.timer)
    if (this.engine) this.timer = setTimeout(() => this.check(), PAUSE)
  }

  async check() {
    const { text, power } = this.writer
    if (!this.engine || !power || this.writer.isTooLong) return
    try {
      const answer = await this.engine.ask({ do: "check", position: this.position, power, text })
      // Whoever has typed on meanwhile is not told of what stood there before.
      if (text !== this.writer.text || power !== this.writer.power) return
      this.tell(summarize(answer))
      this.writer.take(text, answer)
    } catch (error) {
      this.tell(error)
    }
  }
}

/** @param {Answer} answer */
function summarize({ findings, read: lines }) {
  const errors = findings.filter(one => one.level === "error").length
  const warnings = findings.filter(one => one.level === "warning").length
  /** @param {number} count @param {string} what */
  const say = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`
  const read = `Checked: ${say(lines.length, "order")} can be read`
  if (!errors && !warnings) return `${read}.`
  const wrong = [...(errors ? [say(errors, "mistake")] : []), ...(warnings ? [say(warnings, "warning")] : [])]
  return `${read}; ${wrong.join(" and ")}.`
}

/**
 * Returns what was found, an item each, and how lines were read that are written otherwise.
 * @param {Answer} answer
 * @param {Writer} writer
 */
export function listFindings({ findings, read }, writer) {
  const found = RANKS.flatMap(level => findings.filter(one => one.level === level)).map(one => {
    const item = element("li", { class: `is-${one.level}` }, ...placeOf(one.line, one.column, writer))
    item.append(describeFinding(one))
    if (one.meant && one.width) item.append(" ", makeMend(one, writer))
    return item
  })
  const otherwise = read.filter(one => one.canonical !== one.text.replace(/\s+/g, " ").trim())
  const readings = otherwise.map(one =>
    element(
      "li",
      { class: "is-reading" },
      ...placeOf(one.line, 1, writer),
      "read as ",
      element("code", {}, one.canonical),
    ),
  )
  return [...found, ...readings]
}

/** Returns what was found, how to mend it and what happens else. @param {Pick<Finding, "what" | "hint" | "if_left">} finding */
export function describeFinding({ what, hint, if_left }) {
  const words = [what, hint, if_left && `if left: ${if_left}`].filter(Boolean)
  return words.map(closeSentence).join(" ")
}

/** @param {string} words */
const closeSentence = words =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? "" : "."}`

/** @param {number} line @param {number} column @param {Writer} writer */
function placeOf(line, column, writer) {
  if (!line || !column) return []
  return [makeButton(`Line ${line}`, () => writer.goToLine(line - 1, column - 1), { class: "z-place" }), " "]
}

/** @param {Finding} finding @param {Writer} writer */
function makeMend({ line, column, width, meant }, writer) {
  return makeButton(`Write ${meant}`, () => {
    const lines = writer.text.split("\n")
    const old = lines[line - 1] ?? ""
    lines[line - 1] = old.slice(0, column - 1) + meant + old.slice(column - 1 + width)
    writer.change(lines.join("\n"))
  })
}

/**
 * Underlines in a text what was found.
 * @param {HTMLElement} under
 * @param {string} text
 * @param {Finding[]} findings
 */
export function underline(under, text, findings) {
  const lines = text.split("\n")
  const parts = lines.flatMap((line, number) => {
    const mine = findings
      .filter(one => one.line === number + 1 && (one.width || one.level === "error"))
      .sort((one, other) => one.column - other.column)
    /** @type {(string | HTMLElement)[]} */
    const made = []
    let at = 0
    for (const one of mine) {
      const start = Math.max(at, one.width ? one.column - 1 : 0)
      const end = Math.min(line.length, one.width ? start + one.width : line.length)
      if (end <= start) continue
      made.push(line.slice(at, start), element("mark", { class: `is-${one.level}` }, line.slice(start, end)))
      at = end
    }
    return [...made, line.slice(at), "\n"]
  })
  under.replaceChildren(...parts)
}
