// The order desk: a power is chosen, orders are clicked or typed, and the file grows as the program would write it.
// Nothing leaves the browser unless somebody asks for one of the ways to hand in.
import { forget, keep, keepDraft, recall, recallDraft, watchDrafts } from "./desk-drafts.js"
import { Checker, listFindings, underline } from "./desk-check.js"
import { readLine, showMarks } from "./desk-marks.js"
import { readReport, showReport } from "./desk-report.js"
import { Steps } from "./desk-steps.js"
import { listWays } from "./desk-ways.js"
import { listLines, ordersOf } from "./desk-text.js"
import { loadChoices } from "./desk-walk.js"
import { colourOf, element, makeButton } from "./elements.js"
import { loadData } from "./map-facts.js"
import { openTable } from "./map-table.js"

/**
 * @typedef {object} PowerFile
 * @property {string} file its name
 * @property {string} text as the program makes it, before anybody wrote into it
 * @property {string} ink
 * @property {string} edit where a platform opens it in its editor; empty where it is not there yet
 * @property {string} new where a platform opens the editor of a new file
 * @property {string} upload where a platform takes files
 *
 * @typedef {object} DeskData
 * @property {number} format
 * @property {string} game
 * @property {string} title
 * @property {string} season
 * @property {string} when
 * @property {string[]} phases
 * @property {string[]} drawn headings whose orders are drawn on the map
 * @property {"open" | "sealed" | "by-gm"} orders
 * @property {string[]} keys
 * @property {string} gm
 * @property {{text: string, to: string} | null} contact
 * @property {number} most
 * @property {Record<string, PowerFile>} powers
 *
 * @typedef {{text: string, key: string, section: string}} OwnUnit
 */

const FORMAT = 1
const PAUSE = 700
const LAST_POWER = "power"

/** @param {HTMLElement} root */
export async function openDesk(root) {
  const link = /** @type {HTMLElement | null} */ (root.querySelector("[data-map]"))
  const trouble = find(root, ".z-desk__trouble")
  try {
    const [data, table] = await Promise.all([
      loadDesk(root.dataset.desk ?? ""),
      link ? openTable(link).catch(() => undefined) : undefined,
    ])
    new Desk(root, data, table).begin()
  } catch (error) {
    trouble.textContent = `${error instanceof Error ? error.message : error} Your drafts are kept.`
    trouble.hidden = false
  }
}

/** @param {string} address @returns {Promise<DeskData>} */
async function loadDesk(address) {
  const data = await loadData(address, FORMAT, "What the desk works with")
  if (!data.powers) throw new Error("What the desk works with is spoilt.")
  return data
}

/** @param {ParentNode} root @param {string} selector */
const find = (root, selector) => /** @type {HTMLElement} */ (root.querySelector(selector))

class Desk {
  /**
   * @param {HTMLElement} root
   * @param {DeskData} data
   * @param {Awaited<ReturnType<typeof openTable>> | undefined} table none where the map cannot be fetched
   */
  constructor(root, data, table) {
    this.root = root
    this.data = data
    this.table = table
    this.sheet = table?.sheets[0]
    this.power = ""
    /** @type {string[]} */
    this.past = []
    /** @type {string[]} */
    this.future = []
    this.typed = 0
    this.text = ""
    this.area = /** @type {HTMLTextAreaElement} */ (root.querySelector("textarea"))
    this.said = find(root, ".z-desk__sheet .z-desk__said")
    this.keeps = true
    /** @type {{text: string, answer: import("./desk-check.js").Answer} | undefined} what the engine has read */
    this.checked = undefined
    /** @type {Steps | undefined} */
    this.steps = undefined
    /** @type {ReturnType<typeof listWays> | undefined} */
    this.ways = undefined
    this.checker = new Checker(find(root, ".z-desk__check"), this, this.addressOf("position.json"))
  }

  /** Returns the address of a file beside those of the desk. @param {string} name */
  addressOf(name) {
    return new URL(name, new URL(this.root.dataset.desk ?? "", location.href)).href
  }

  begin() {
    this.addPowers()
    this.listen()
    const wanted = location.hash.slice(1)
    const named = Object.keys(this.data.powers).find(power => this.file(power).file === `${wanted}.toml`)
    const last = named ?? recall(LAST_POWER)
    const all = Object.keys(this.data.powers)
    if (last && last in this.data.powers) this.choosePower(last)
    else if (all.length === 1 && all[0]) this.choosePower(all[0])
    const report = find(this.root, ".z-desk__report")
    if (report) this.addReport(report)
    this.addSteps()
    this.checker.begin()
  }

  /** @param {string} power */
  file(power = this.power) {
    return /** @type {PowerFile} */ (this.data.powers[power])
  }

  // ------------------------------------------------------------------------------- power

  addPowers() {
    const group = find(this.root, ".z-desk__powers")
    group.append("I write for ")
    for (const [power, { ink }] of Object.entries(this.data.powers)) {
      const button = makeButton(power, () => this.choosePower(power), { "aria-pressed": "false" })
      button.style.setProperty("--z-own", colourOf(power, ink))
      group.append(button)
    }
    group.hidden = false
  }

  /** @param {string} power */
  choosePower(power) {
    this.power = power
    this.past = []
    this.future = []
    keep(power, LAST_POWER)
    history.replaceState(null, "", `#${this.file().file.replace(/\.toml$/, "")}`)
    for (const button of find(this.root, ".z-desk__powers").querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.textContent === power))
    find(this.root, ".z-paper__head").textContent = `${power}, ${this.data.when}: ${this.file().file}`
    find(this.root, ".z-desk__sheet").hidden = false
    find(this.root, ".z-desk__send").hidden = false
    const draft = recallDraft(this.data.season, power)
    const isOld = draft && draft.blank !== this.file().text
    this.show(draft?.text ?? this.file().text)
    if (isOld)
      this.tell("The position has changed since you wrote this draft. Look at each line, or begin again.")
    this.ways = listWays(find(this.root, ".z-desk__send"), this)
    this.steps?.begin()
  }

  /** Adds the clicks to orders, where the program has said what can be ordered. */
  async addSteps() {
    const choices = await loadChoices(this.addressOf("choices.json"))
    if (!choices) return
    const box = element("div", { class: "z-steps", role: "region", "aria-label": "Orders by clicks" })
    if (this.table) this.table.panel.prepend(box)
    else find(this.root, ".z-desk__units").before(box)
    this.steps = new Steps(box, this, choices, this.sheet)
    if (this.power) this.steps.begin()
    else box.hidden = true
  }

  // -------------------------------------------------------------------------------- text

  listen() {
    this.area.addEventListener("input", () => this.type())
    this.area.addEventListener("scroll", () => this.scrollMarks())
    this.area.addEventListener("keydown", event => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key !== "z" && key !== "y") return
      event.preventDefault()
      key === "y" || event.shiftKey ? this.redo() : this.undo()
    })
    /** @type {Record<string, () => void>} */
    const actions = {
      undo: () => this.undo(),
      redo: () => this.redo(),
      blank: () => this.change(this.file().text),
    }
    for (const button of this.root.querySelectorAll("[data-do]"))
      button.addEventListener("click", () => actions[button.getAttribute("data-do") ?? ""]?.())
    const load = /** @type {HTMLInputElement} */ (this.root.querySelector(".z-desk__sheet input[type=file]"))
    load.addEventListener("change", async () => {
      const file = load.files?.[0]
      if (file) this.change((await file.text()).replace(/\r\n?/g, "\n"))
      load.value = ""
    })
    watchDrafts((season, power) => {
      if (season !== this.data.season || power !== this.power || document.hasFocus()) return
      this.show(recallDraft(season, power)?.text ?? this.text)
    })
    if (this.table) {
      this.table.pick = key => this.pick(key)
      this.table.isQuiet = true
    }
    this.root.addEventListener("keydown", event => {
      if (event.key === "Escape") this.steps?.leave()
    })
  }

  /** Takes up what was typed: what follows within a pause is undone together. */
  type() {
    const now = Date.now()
    if (now - this.typed > PAUSE) this.past.push(this.text)
    this.typed = now
    this.future = []
    this.show(this.area.value)
    this.save()
  }

  /** Changes the file as a click does: one step to undo. @param {string} text */
  change(text) {
    if (text === this.text) return
    this.past.push(this.text)
    this.future = []
    this.typed = 0
    this.show(text)
    this.save()
  }

  undo() {
    this.step(this.past, this.future)
  }

  redo() {
    this.step(this.future, this.past)
  }

  /** @param {string[]} from @param {string[]} to */
  step(from, to) {
    const text = from.pop()
    if (text === undefined) return
    to.push(this.text)
    this.typed = 0
    this.show(text)
    this.save()
  }

  save() {
    const kept =
      this.text === this.file().text
        ? (forget(this.data.season, this.power), true)
        : keepDraft(this.data.season, this.power, { text: this.text, blank: this.file().text })
    if (!kept && this.keeps)
      this.warn(
        "This browser keeps no draft: its storage is full, or forbidden here. Hand in before you leave the page, or save the file.",
      )
    else if (kept && !this.keeps) this.warn("")
    this.keeps = kept
  }

  /** Shows a text as the file, and what it comes to. @param {string} text */
  show(text) {
    this.text = text
    if (this.area.value !== text) this.area.value = text
    this.area.rows = Math.min(Math.max(text.split("\n", 45).length + 1, 8), 44)
    for (const [name, list] of Object.entries({ undo: this.past, redo: this.future })) {
      const button = /** @type {HTMLButtonElement} */ (this.root.querySelector(`[data-do=${name}]`))
      button.disabled = !list.length
    }
    const troubles = this.listTroubles()
    // What the engine has said stands until it says something else, so that nothing flickers while somebody types.
    if (!this.checker.isOn || this.isTooLong) {
      find(this.root, ".z-findings").replaceChildren(...troubles.map(one => element("li", {}, one)))
      underline(find(this.root, ".z-paper__marks"), "", [])
    }
    this.ways?.follow()
    if (this.isTooLong) return
    this.showOrders()
    this.steps?.follow()
    this.checker.schedule()
  }

  /** Takes up what the engine says of the file. @param {string} text @param {import("./desk-check.js").Answer} answer */
  take(text, answer) {
    this.checked = { text, answer }
    find(this.root, ".z-findings").replaceChildren(...listFindings(answer, this))
    const under = find(this.root, ".z-paper__marks")
    underline(under, text, answer.findings)
    this.scrollMarks()
    this.showOrders()
  }

  /** Lets what is underlined scroll with the text above it. */
  scrollMarks() {
    const under = find(this.root, ".z-paper__marks")
    under.scrollTop = this.area.scrollTop
    under.scrollLeft = this.area.scrollLeft
  }

  /** What the engine has read of the text as it stands; nothing while it has not. */
  get orders() {
    return this.checked?.text === this.text ? this.checked.answer.orders : undefined
  }

  /** How many lines nobody can read, as far as that is known. */
  get mistakes() {
    const findings = this.checked?.text === this.text ? this.checked.answer.findings : []
    return findings.filter(one => one.level === "error").length
  }

  /** Shows which units have orders, and draws these on the map. */
  showOrders() {
    this.showUnits()
    const sheet = this.sheet
    if (!sheet || (this.checker.isOn && !this.orders)) return
    const names = this.data.drawn
    const written = names.flatMap(name =>
      listLines(this.text, name).flatMap(line => readLine(sheet, line.text, this.power) ?? []),
    )
    showMarks(sheet, this.orders?.filter(one => names.includes(one.section)) ?? written)
  }

  get isTooLong() {
    return new TextEncoder().encode(this.text).length > this.data.most
  }

  get isBlank() {
    return this.text.trim() === this.file().text.trim()
  }

  /** Returns what is wrong with the file as a file, as far as that is seen here, a sentence each. */
  listTroubles() {
    if (this.isTooLong) {
      const [size, most] = [this.text.length, this.data.most].map(one => Math.ceil(one / 1024))
      return [
        `An order file has at most ${most} KB, and this has ${size} KB: it cannot be handed in like this.`,
      ]
    }
    const wanted = {
      game: this.data.game,
      season: this.data.season,
      power: this.file().file.replace(/\.toml$/, ""),
    }
    return Object.entries(wanted).flatMap(([key, value]) => {
      const said = new RegExp(`^\\s*${key}\\s*=\\s*["']([^"']*)["']`, "m").exec(this.text)
      if (said?.[1] === value) return []
      return said
        ? [`This file is for another ${key}, ${said[1]}: here ${key} = "${value}" is wanted.`]
        : [`The line ${key} = "${value}" is missing at the top of the file.`]
    })
  }

  /** @param {string} words */
  tell(words) {
    this.said.textContent = words
  }

  /** @param {string} words */
  warn(words) {
    const trouble = find(this.root, ".z-desk__trouble")
    trouble.textContent = words
    trouble.hidden = !words
  }

  // ------------------------------------------------------------------------------- units

  /** Returns the power's units that have something to do at this deadline, as far as the map knows them. */
  listUnits() {
    const provinces = Object.entries(this.sheet?.position.provinces ?? {})
    const first = this.data.phases[0]?.at(-1)
    /** @type {OwnUnit[]} */
    const found = []
    for (const [key, province] of provinces) {
      if (first === "M" && province.unit?.power === this.power)
        found.push({ text: province.unit.text, key, section: "orders" })
      if (province.dislodged?.power === this.power)
        found.push({ text: province.dislodged.text, key, section: "retreats" })
    }
    return found.sort((one, other) => one.text.localeCompare(other.text))
  }

  /** Returns what a unit is ordered to do by the text; empty if nothing. @param {OwnUnit} unit */
  findOrder(unit) {
    const known = this.orders?.find(one => one.section === unit.section && one.mark?.from === unit.key)
    const read = ordersOf(unit.text)
    if (known) return read(known.text) || known.text
    for (const line of listLines(this.text, unit.section)) {
      const order = read(line.text)
      if (order) return order
    }
    return ""
  }

  showUnits() {
    const list = find(this.root, ".z-desk__units")
    const units = this.listUnits()
    /** @type {string[]} */
    const idle = []
    const items = units.map(unit => {
      const order = this.findOrder(unit)
      if (!order) idle.push(unit.text)
      const words = element("span", {}, order || "no order yet")
      const button = makeButton(`${unit.text} `, () => this.select(unit), { "data-key": unit.key })
      button.append(words)
      button.classList.toggle("is-idle", !order)
      return element("li", {}, button)
    })
    list.replaceChildren(...items)
    for (const [key, path] of this.sheet?.paths ?? [])
      path.classList.toggle(
        "is-waiting",
        units.some(unit => unit.key === key && idle.includes(unit.text)),
      )
    list.hidden = !items.length
    this.tell(this.describeUnits(units.length, idle))
  }

  /** @param {number} count @param {string[]} idle */
  describeUnits(count, idle) {
    if (!this.sheet) return "The map cannot be shown just now; the file can be written all the same."
    const first = this.data.phases[0]?.at(-1)
    if (!count && first === "M")
      return `${this.power} has no units. What else it may order, such as builds, goes below the headings of the file.`
    if (!count) return ""
    if (!idle.length) return count === 1 ? "Your unit has its order." : `All ${count} units have orders.`
    return idle.length === count
      ? `${count} units wait for orders.`
      : `Still without an order: ${idle.join(", ")}.`
  }

  /** Chooses a unit: what it can do is asked, or else the text goes to its line. @param {OwnUnit} unit */
  select(unit) {
    if (this.steps?.select(unit.section, unit.key)) return
    const read = ordersOf(unit.text)
    const line = listLines(this.text, unit.section).find(one => read(one.text) !== undefined)
    this.sheet?.mark(unit.key)
    if (line) this.goToLine(line.number)
  }

  /**
   * Puts the cursor into a line of the file, behind it if no column is named.
   * @param {number} number from 0
   * @param {number} [column] from 0
   */
  goToLine(number, column) {
    const lines = this.text.split("\n").slice(0, number + 1)
    const end = lines.join("\n").length
    const at = column === undefined ? end : end - (lines.at(-1)?.length ?? 0) + column
    this.area.focus()
    this.area.setSelectionRange(at, at)
  }

  /** Takes up a click on the map, and tells whether it was one for the desk. @param {string} key */
  pick(key) {
    if (this.steps?.pick(key)) {
      this.table?.revealWhole()
      return true
    }
    const unit = this.listUnits().find(one => one.key === key)
    if (unit) this.select(unit)
    return !!unit
  }

  // ------------------------------------------------------------------------------ report

  /** Lets a player load an opened report of a game that keeps secrets. @param {HTMLElement} section */
  addReport(section) {
    const load = /** @type {HTMLInputElement} */ (section.querySelector("input"))
    const said = find(section, ".z-desk__said")
    const away = find(section, "[data-do=forget]")
    /** @param {string} text */
    const use = text => {
      const report = readReport(text)
      const wrong =
        (!report && "This is no opened report: it begins with the power, the game and the season.") ||
        (report?.game !== this.data.game && `This report is of another game, ${report?.game}.`)
      said.textContent = wrong || `The map shows what ${report?.power} knew after ${report?.season}.`
      if (report && !wrong) showReport(report, section, this.sheet)
      away.hidden = !!wrong
      return !wrong
    }
    load.addEventListener("change", async () => {
      const text = (await load.files?.[0]?.text()) ?? ""
      if (use(text)) keep(text, "report")
      load.value = ""
    })
    away.addEventListener("click", () => {
      forget("report")
      said.textContent = "The report is forgotten."
      showReport(undefined, section, this.sheet)
      away.hidden = true
    })
    section.hidden = false
    const kept = recall("report")
    if (kept) use(kept)
  }
}
