// The order desk on the page: shows a state, and nothing that stands there already.
import { gettext, N_, namePower } from "./language.js"
import { ClicksView } from "./desk-clicks-view.js"
import { cutBare, showMessage } from "./desk-message.js"
import {
  describeUnits,
  dropLine,
  fileOf,
  findOrder,
  goOn,
  isTooLong,
  listDrawn,
  listTroubles,
  listUnits,
  mend,
  showFile,
} from "./desk-state.js"
import { WaysView } from "./desk-ways.js"
import { colourOf, element, find, makeButton, SLOW } from "./elements.js"
import { listFindings, underline } from "./findings.js"
import { drawOrders } from "./order-marks.js"
import { say, Shown } from "./stage.js"

/**
 * @typedef {import("./map-table.js").Sheet} Sheet
 *
 * @typedef {object} Deeds what more than the state has to do with
 * @property {(power: string) => void} choosePower
 * @property {(unit: Desk.OwnUnit) => void} select
 */

const NOT_KEPT = N_(
  "This browser keeps no draft: its storage is full, or forbidden here. Hand in before you leave the page, or save the file.",
)

export class DeskView {
  /**
   * @param {HTMLElement} root
   * @param {Desk.Stage} stage
   * @param {Deeds} deeds
   * @param {Sheet | undefined} sheet none where the map cannot be fetched
   */
  constructor(root, stage, deeds, sheet) {
    this.root = root
    this.stage = stage
    this.deeds = deeds
    this.sheet = sheet
    this.shown = new Shown()
    /** How many lines of the file stand above those that are shown. */
    this.hidden = 0
    /** @type {typeof import("./desk-report.js").showReport | undefined} loaded with the first report */
    this.layReport = undefined
    this.area = /** @type {HTMLTextAreaElement} */ (root.querySelector("textarea"))
    this.under = find(root, ".z-paper__marks")
    this.steps = element("div", {
      class: "z-steps",
      role: "region",
      "aria-label": gettext("Orders by clicks"),
      hidden: "",
    })
    this.clicks = new ClicksView(
      this.steps,
      { go: step => stage.act(goOn, step), drop: line => stage.act(dropLine, line) },
      sheet,
    )
    this.ways = new WaysView(find(root, ".z-desk__send"), stage)
    this.area.addEventListener("scroll", () => this.scrollMarks())
    this.addPowers(stage.state.data.powers)
  }

  /** @param {Data.Desk["powers"]} powers */
  addPowers(powers) {
    for (const button of find(this.root, ".z-desk__powers").querySelectorAll("button")) {
      const power = Object.keys(powers).find(one => namePower(one) === button.textContent) ?? ""
      button.addEventListener("click", () => this.deeds.choosePower(power))
      button.style.setProperty("--z-own", colourOf(powers[power]?.ink ?? ""))
    }
  }

  /** @param {Desk.State} state @param {boolean} keeps whether the browser keeps the draft */
  show(state, keeps) {
    const { power, text, checked, check, said, known } = state
    this.showCheck(check)
    if (this.shown.isNew("known", known)) this.showReport(known)
    if (!power) return
    if (this.shown.isNew("power", power)) this.showPower(state)
    const { head, shown } = showFile(state)
    this.hidden = head.split("\n").length - 1
    if (this.area.value !== shown) this.area.value = shown
    this.area.rows = Math.min(Math.max(shown.split("\n", 45).length + 1, 8), 44)
    find(this.root, "[data-do=head]").setAttribute("aria-pressed", String(state.isHeadShown))
    this.enable("undo", state.past)
    this.enable("redo", state.future)
    const trouble = find(this.root, ".z-desk__trouble")
    say(trouble, keeps ? "" : gettext(NOT_KEPT))
    trouble.hidden = keeps
    // What the engine has said stands until it says something else, so that nothing flickers while somebody types.
    const isLong = isTooLong(state)
    const stands = check.isOn && !isLong ? checked : undefined
    const troubles = stands ? [] : listTroubles(state)
    if (this.shown.isNew("findings", stands, this.hidden, ...troubles)) this.showFindings(stands, troubles)
    if (this.shown.isNew("message", state.message))
      showMessage(find(this.root, ".z-desk__message"), state.message)
    find(this.root, "[data-do=bare]").hidden = !check.isOn || isLong || !cutBare(text)[0]
    this.ways.show(state)
    if (isLong) return
    const { choices } = state.clicks ?? {}
    if (this.shown.isNew("orders", power, text, checked, check.isOn, choices))
      this.showOrders(listDrawn(state))
    if (this.shown.isNew("units", power, text, checked, said)) this.showUnits(state)
    const hadFocus = this.steps.contains(document.activeElement)
    this.clicks.show(state.clicks, text, listUnits(state).length > 0)
    if (hadFocus && !this.steps.contains(document.activeElement)) this.focusNext()
  }

  /** Moves the keyboard to the next unit without an order; where all have theirs, to the ways to hand in. */
  focusNext() {
    const next = this.root.querySelector(".z-desk__units .is-idle, .z-desk__ways button")
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }

  /** @param {Desk.State} state */
  showPower(state) {
    const { power, data } = state
    for (const button of find(this.root, ".z-desk__powers").querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.textContent === namePower(power)))
    find(this.root, ".z-paper__head").textContent = gettext("{what}: {said}", {
      what: `${namePower(power)}, ${data.when}`,
      said: fileOf(state).file,
    })
    find(this.root, ".z-desk__sheet").hidden = false
    find(this.root, ".z-desk__send").hidden = false
  }

  /** @param {string} name @param {string[]} list */
  enable(name, list) {
    const button = /** @type {HTMLButtonElement} */ (this.root.querySelector(`[data-do=${name}]`))
    button.disabled = !list.length
  }

  /** @param {Desk.State["check"]} check */
  showCheck({ offer, isLoading, loaded, isOn, isSlow, said }) {
    const box = find(this.root, ".z-desk__check")
    const [button, stop] = box.querySelectorAll("button")
    if (!button || !stop) return
    const bar = /** @type {HTMLProgressElement} */ (box.querySelector("progress"))
    if (offer) say(button, offer)
    button.hidden = !offer || isOn
    button.disabled = isLoading
    bar.hidden = !isLoading
    bar.value = loaded
    const hadFocus = document.activeElement === stop
    stop.hidden = !isSlow
    const status = find(box, "[role=status]")
    say(status, isSlow ? gettext(SLOW) : said)
    if (hadFocus && !isSlow) (button.hidden ? status : button).focus()
  }

  /** @param {Desk.State["checked"]} checked what the engine has said @param {string[]} troubles what is seen without it */
  showFindings(checked, troubles) {
    const deeds = {
      goToLine: this.goToLine.bind(this),
      mend: (/** @type {Data.Finding} */ one) => this.stage.act(mend, one),
    }
    const items = checked ? listFindings(checked.answer, deeds) : troubles.map(one => element("li", {}, one))
    find(this.root, ".z-findings").replaceChildren(...items)
    const lines = checked?.text.split("\n").slice(this.hidden) ?? []
    const found = checked?.answer.findings.map(one => ({ ...one, line: one.line - this.hidden }))
    underline(this.under, lines.join("\n"), found ?? [])
    if (checked) this.scrollMarks()
  }

  /** Lets what is underlined scroll with the text above it. */
  scrollMarks() {
    this.under.scrollTop = this.area.scrollTop
    this.under.scrollLeft = this.area.scrollLeft
  }

  /** Draws orders over the map in place of those drawn before. @param {Data.Drawable[] | undefined} orders */
  showOrders(orders) {
    if (!this.sheet || !orders) return
    const { overlay, facts, position } = this.sheet
    const layer = drawOrders({ ...facts, position }, orders)
    layer.classList.add("z-written")
    overlay.querySelector(".z-written")?.remove()
    overlay.append(layer)
  }

  /** Shows which units have orders. @param {Desk.State} state */
  showUnits(state) {
    const list = find(this.root, ".z-desk__units")
    const units = listUnits(state).map(unit => ({ unit, order: findOrder(state, unit) }))
    const idle = units.filter(one => !one.order).map(one => one.unit)
    const items = units.map(({ unit, order }) => {
      const button = makeButton(`${unit.text} `, () => this.deeds.select(unit), { "data-key": unit.key })
      button.append(element("span", {}, order || gettext("no order yet")))
      button.classList.toggle("is-idle", !order)
      return element("li", {}, button)
    })
    list.replaceChildren(...items)
    list.hidden = !items.length
    const waiting = new Set(idle.map(unit => unit.key))
    for (const [key, path] of this.sheet?.paths ?? []) path.classList.toggle("is-waiting", waiting.has(key))
    const names = idle.map(unit => unit.text)
    say(find(this.root, ".z-desk__sheet .z-desk__said"), describeUnits(state, units.length, names))
  }

  /** @param {Desk.State["known"]} known */
  async showReport({ said, isKept }) {
    const section = find(this.root, ".z-desk__report")
    if (!section) return
    say(find(section, ".z-desk__said"), said)
    find(section, "[data-do=forget]").hidden = !isKept
    section.hidden = false
    this.layReport ??= (await import("./desk-report.js")).showReport
    // What is known by now: of two that wait for the import, the first may come last.
    this.layReport(this.stage.state.known.report, section, this.sheet)
  }

  /**
   * Puts the cursor into a line of the file, behind it if no column is named.
   * @param {number} number from 0
   * @param {number} [column] from 0
   */
  goToLine(number, column) {
    const lines = this.area.value.split("\n").slice(0, Math.max(0, number - this.hidden) + 1)
    const end = lines.join("\n").length
    const at = column === undefined ? end : end - (lines.at(-1)?.length ?? 0) + column
    this.area.focus()
    this.area.setSelectionRange(at, at)
  }
}
