// The clicks of the order desk: what can be done next, as buttons below the map and as provinces lit up on it.
import { dropLines, listLines, ordersOf, putLine } from "./desk-text.js"
import { Walk } from "./desk-walk.js"
import { element, makeButton } from "./elements.js"

/**
 * @typedef {import("./desk-walk.js").Choices} Choices
 * @typedef {import("./map-facts.js").Position} Position
 *
 * @typedef {object} Writer whose file is written
 * @property {string} power
 * @property {string} text
 * @property {() => {key: string}[]} listUnits those that stand in a list of their own
 * @property {(text: string) => void} change
 * @property {(words: string) => void} tell
 *
 * @typedef {object} Ground
 * @property {Position} position
 * @property {Map<string, SVGElement>} paths
 */

const MANY = 30

export class Steps {
  /**
   * @param {HTMLElement} box
   * @param {Writer} writer
   * @param {Choices} choices
   * @param {Ground | undefined} ground none where the map cannot be shown
   */
  constructor(box, writer, choices, ground) {
    this.box = box
    this.writer = writer
    this.choices = choices
    this.ground = ground
    /** @type {Walk | undefined} */
    this.walk = undefined
    this.section = ""
    this.hadFocus = false
  }

  /** Tells whether the section has one line for each unit, and the units stand in a list of their own. */
  get areUnits() {
    return this.section === "orders" && this.writer.listUnits().length > 0
  }

  ask() {
    if (this.areUnits) return "Choose a unit, on the map or in the list."
    return this.choices.headings[this.section]?.ask ?? "Choose."
  }

  /** Shows what stands in the file now, unless somebody is about to choose. */
  follow() {
    if (!this.walk?.isBegun && !this.box.contains(document.activeElement)) this.show()
  }

  /** Leaves a line that has been begun. */
  leave() {
    if (this.walk?.isBegun) this.open(this.section)
  }

  get sections() {
    return this.choices.powers[this.writer.power] ?? {}
  }

  /** Begins with the first section of the power that is chosen. */
  begin() {
    this.open(Object.keys(this.sections)[0] ?? "")
  }

  /** Begins a line of a section. @param {string} section */
  open(section) {
    const root = this.sections[section]
    this.section = section
    this.walk = root === undefined ? undefined : new Walk(this.choices, section, root)
    this.show()
  }

  /** Takes up a click on a province, and tells whether it was one for a line. @param {string} key */
  pick(key) {
    if (this.walk?.click(key)) return this.goOn()
    // Whoever clicks another unit has changed his mind.
    const before = this.walk?.isBegun ? this.walk : undefined
    const sections = [this.section, ...Object.keys(this.sections)]
    for (const section of new Set(before ? [this.section] : sections)) {
      const root = this.sections[section]
      const walk = root === undefined ? undefined : new Walk(this.choices, section, root)
      if (!walk?.click(key)) continue
      this.section = section
      this.walk = walk
      return this.goOn()
    }
    return false
  }

  /** Begins the order of a unit, and tells whether there is one to begin. @param {string} section @param {string} key */
  select(section, key) {
    const root = this.sections[section]
    const walk = root === undefined ? undefined : new Walk(this.choices, section, root)
    if (!walk?.click(key)) return false
    this.section = section
    this.walk = walk
    this.show()
    this.focusFirst()
    return true
  }

  goOn() {
    if (this.walk?.isDone) this.write(this.walk.line, this.walk.section)
    else this.show()
    return true
  }

  /** @param {string} line @param {string} section */
  write(line, section) {
    const unit = unitOf(line)
    const read = unit ? ordersOf(unit) : undefined
    /** @param {string} other */
    const replaces = other => {
      const order = read?.(other)
      return other === line || (section === "orders" ? order !== undefined : order === "")
    }
    this.writer.change(putLine(this.writer.text, section, line, replaces))
    this.open(section)
    this.writer.tell(`Written: ${line}.`)
    this.focus()
  }

  /** Takes a line out of the file again; a unit that the program lists stays, without an order. @param {string} line */
  drop(line) {
    const left = this.section === "orders" ? unitOf(line) : undefined
    this.writer.change(dropLines(this.writer.text, this.section, one => one === line, left))
    this.open(this.section)
    this.focus()
  }

  /** Moves the keyboard to the first thing to choose, if it was here before. */
  focus() {
    if (this.hadFocus) this.focusFirst()
  }

  focusFirst() {
    const first = /** @type {HTMLElement | null} */ (this.box.querySelector(".z-steps__ways button"))
    first?.focus()
  }

  // ------------------------------------------------------------------------------ shown

  show() {
    this.hadFocus = this.box.contains(document.activeElement)
    const walk = this.walk
    this.box.hidden = !walk
    this.light()
    if (!walk) return
    const words = walk.line
      ? element("p", { class: "z-steps__line" }, element("code", {}, `${walk.line} …`))
      : element("p", { class: "z-steps__line" }, this.ask())
    this.box.replaceChildren(
      ...this.listSections(),
      words,
      this.listWays(walk),
      ...(walk.isBegun ? [] : this.listWritten()),
    )
    if (walk.isBegun) this.focus()
  }

  listSections() {
    const names = Object.keys(this.sections)
    if (names.length < 2) return []
    const group = element("p", { class: "z-steps__sections", role: "group", "aria-label": "What to write" })
    for (const name of names)
      group.append(
        makeButton(this.choices.headings[name]?.title ?? name, () => this.open(name), {
          "aria-pressed": String(name === this.section),
        }),
      )
    return [group]
  }

  /** @param {Walk} walk */
  listWays(walk) {
    const group = element("div", {
      class: "z-steps__ways",
      role: "group",
      "aria-label": "What can be chosen",
    })
    for (const [number, label] of walk.listButtons().entries())
      group.append(makeButton(label, () => (walk.press(number), this.goOn()), { class: "z-steps__word" }))
    if (walk.mayEnd)
      group.append(makeButton("That is all", () => (walk.end(), this.goOn()), { class: "z-steps__word" }))
    group.append(...this.listProvinces(walk))
    const ordered = this.section === "orders" && this.findWritten(walk.line)
    if (ordered) group.append(makeButton("No order", () => this.drop(ordered)))
    if (walk.isBegun) {
      group.append(makeButton("Back", () => (walk.back(), this.show())))
      group.append(makeButton("Leave it", () => this.open(this.section)))
    }
    return group
  }

  /** Returns the provinces that can be chosen as buttons, folded where they are many: the map has them all. @param {Walk} walk */
  listProvinces(walk) {
    const keys = walk.isBegun || !this.areUnits ? [...walk.listProvinces().keys()] : []
    const buttons = keys
      .map(key => this.nameOf(key))
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, title, key]) =>
        makeButton(name, () => (walk.click(key), this.goOn()), { title, "data-key": key }),
      )
    if (buttons.length <= MANY) return buttons
    const summary = element("summary", {}, `${buttons.length} provinces`)
    return [element("details", { class: "z-details" }, summary, ...buttons)]
  }

  /** Returns the line that orders a unit; nothing where none does. @param {string} unit */
  findWritten(unit) {
    const read = ordersOf(unit)
    return listLines(this.writer.text, "orders").find(line => unit && read(line.text))?.text
  }

  /** Returns the lines of a section without units that can be taken out again. */
  listWritten() {
    if (this.areUnits) return []
    const lines = listLines(this.writer.text, this.section).map(line => line.text)
    const written = lines.filter(line => !isBareUnit(line)).slice(0, 40)
    if (!written.length) return []
    const list = element("ul", { class: "z-steps__written", "aria-label": "Lines that stand in the file" })
    for (const line of written) {
      const away = makeButton("×", () => this.drop(line), {
        "aria-label": `Take out ${line}`,
        title: "Take it out",
      })
      list.append(element("li", {}, element("code", {}, line), " ", away))
    }
    return [list]
  }

  /** @param {string} key @returns {[string, string, string]} */
  nameOf(key) {
    const province = this.ground?.position.provinces[key]
    const unit = this.walk?.isBegun || this.section === "events" ? undefined : province?.unit
    const isOwn = unit?.power === this.writer.power
    return [isOwn ? unit.text : (province?.abbreviation ?? key), province?.name ?? key, key]
  }

  /** Lights up the provinces that can be clicked. */
  light() {
    const open = new Set(this.walk?.isBegun ? this.walk.listProvinces().keys() : [])
    for (const [key, path] of this.ground?.paths ?? []) path.classList.toggle("is-choice", open.has(key))
  }
}

/** Returns the unit that a line begins with. @param {string} line */
const unitOf = line => /^(?:A\/F|A|F|M) [^\s:]+/.exec(line)?.[0]

/** @param {string} line */
const isBareUnit = line => unitOf(line) === line
