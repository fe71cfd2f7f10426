// The order desk: a power is chosen, orders are clicked or typed, and the file grows as the program would write it.
// Nothing leaves the browser unless somebody asks for one of the ways to hand in. Here all that happens becomes steps.
import { gettext } from "./language.js"
import { forget, keep, recall, recallDraft, saveDraft, watchDrafts } from "./desk-drafts.js"
import { Checker } from "./desk-check.js"
import { leaveLine, pick, select } from "./desk-clicks.js"
import { cutBare, describeMessage, isMessage, isUnderHeading } from "./desk-message.js"
import * as steps from "./desk-state.js"
import { listLines, ordersOf } from "./desk-text.js"
import { DeskView } from "./desk-view.js"
import { find } from "./elements.js"
import { stopEngine } from "./engine.js"
import { loadData } from "./map-facts.js"
import { openTable } from "./map-table.js"
import { packQuestion } from "./question.js"
import { Stage } from "./stage.js"

const FORMAT = 1
const CHOICES = 1
const LAST_POWER = "power"

/**
 * Opens the desk in a part of the page, and returns it; nothing where what it works with cannot be had.
 * @param {HTMLElement} root
 * @returns {Promise<OrderDesk | undefined>}
 */
export async function openDesk(root) {
  const link = /** @type {HTMLElement | null} */ (root.querySelector("[data-map]"))
  const trouble = find(root, ".z-desk__trouble")
  try {
    const [data, table] = await Promise.all([
      loadData(root.dataset.desk ?? "", FORMAT, gettext("What the desk works with")),
      link ? openTable(link).catch(() => undefined) : undefined,
    ])
    if (!data.powers) throw new Error(gettext("What the desk works with is spoilt."))
    const desk = new OrderDesk(root, data, table)
    desk.begin()
    return desk
  } catch (error) {
    trouble.textContent = `${error instanceof Error ? error.message : error} ${gettext("Your drafts are kept.")}`
    trouble.hidden = false
    return undefined
  }
}

class OrderDesk {
  /**
   * @param {HTMLElement} root
   * @param {Data.Desk} data
   * @param {Awaited<ReturnType<typeof openTable>> | undefined} table none where the map cannot be fetched
   */
  constructor(root, data, table) {
    this.root = root
    this.table = table
    const sheet = table?.sheets[0]
    this.stage = new Stage(steps.openState(data, sheet?.position), state => this.show(state))
    const deeds = {
      choosePower: (/** @type {string} */ power) => this.choosePower(power),
      select: (/** @type {Desk.OwnUnit} */ unit) => this.select(unit),
    }
    this.view = new DeskView(root, this.stage, deeds, sheet)
    this.checker = new Checker(this.addressOf("position.json"), this.stage)
    /** The state whose draft the browser keeps, or was asked to keep. */
    this.kept = this.stage.state
    this.keeps = true
  }

  /** Returns the address of a file beside those of the desk. @param {string} name */
  addressOf(name) {
    return new URL(name, new URL(this.root.dataset.desk ?? "", location.href)).href
  }

  begin() {
    this.listen()
    const { powers } = this.stage.state.data
    const wanted = location.hash.slice(1)
    const all = Object.keys(powers)
    const named = all.find(power => powers[power]?.file === `${wanted}.toml`)
    const last = named ?? recall(LAST_POWER)
    const first = last && last in powers ? last : all.length === 1 ? all[0] : undefined
    if (first) this.choosePower(first)
    this.listenForReport()
    this.addClicks()
    this.checker.begin()
  }

  /** Shows a state, keeps its draft, and lets it be checked. @param {Desk.State} state */
  show(state) {
    const { data, power, text } = state
    if (power && power === this.kept.power && text !== this.kept.text)
      this.keeps = saveDraft(data.season, power, text, steps.fileOf(state).text)
    this.kept = state
    this.view.show(state, this.keeps)
    this.checker.follow(power, steps.isTooLong(state) ? undefined : text)
  }

  /** @param {string} power */
  choosePower(power) {
    const { data } = this.stage.state
    keep(power, LAST_POWER)
    history.replaceState(null, "", `#${data.powers[power]?.file.replace(/\.toml$/, "")}`)
    this.stage.act(steps.choosePower, power, recallDraft(data.season, power))
    this.table?.revealWhole()
  }

  /** Adds the clicks to orders, where the program has said what can be ordered. */
  async addClicks() {
    /** @type {Data.Choices | undefined} */
    const choices = await loadData(this.addressOf("choices.json"), CHOICES, "").catch(() => undefined)
    // Orders are typed where nothing is listed.
    if (!Array.isArray(choices?.nodes) || !choices.powers || !choices.headings) return
    if (this.table) this.table.panel.prepend(this.view.steps)
    else find(this.root, ".z-desk__units").before(this.view.steps)
    this.stage.take(steps.offerClicks, choices)
  }

  listen() {
    const { area } = this.view
    const undo = () => this.stage.act(steps.undo)
    const redo = () => this.stage.act(steps.redo)
    area.addEventListener("input", () => this.stage.act(steps.type, area.value, Date.now()))
    area.addEventListener("keydown", event => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key !== "z" && key !== "y") return
      event.preventDefault()
      key === "y" || event.shiftKey ? redo() : undo()
    })
    area.addEventListener("paste", event => this.paste(event))
    /** @type {Record<string, () => void>} */
    const actions = {
      undo,
      redo,
      bare: () => {
        const [message, file] = cutBare(this.stage.state.text)
        this.readMessage(message, file, true).then(taken => this.takeMessage(taken))
      },
      head: () => this.stage.act(steps.turnHead),
      blank: () => this.stage.act(steps.change, steps.fileOf(this.stage.state).text),
      forget: () => (forget("report"), this.stage.act(steps.forgetReport)),
    }
    for (const button of this.root.querySelectorAll("[data-do]"))
      button.addEventListener("click", () => actions[button.getAttribute("data-do") ?? ""]?.())
    onFile(this.root.querySelector(".z-desk__sheet input[type=file]"), async loaded => {
      const text = loaded.replace(/\r\n?/g, "\n")
      const taken = this.checker.isOn && isMessage(text) ? await this.readMessage(text) : undefined
      if (taken && !taken.refused) this.takeMessage(taken)
      else this.stage.act(steps.change, text)
    })
    watchDrafts((season, power) => {
      const { state } = this.stage
      if (season !== state.data.season || power !== state.power || document.hasFocus()) return
      this.stage.take(steps.showText, recallDraft(season, power)?.text ?? state.text)
    })
    if (this.table) {
      this.table.pick = key => this.pick(key)
      this.table.isQuiet = true
    }
    document.addEventListener("keydown", event => {
      const { target } = event
      const isHere = target === document.body || (target instanceof Node && this.root.contains(target))
      if (isHere && event.key === "Escape") this.stage.act(steps.goOn, leaveLine)
    })
    const ask = /** @type {HTMLAnchorElement | null} */ (this.root.querySelector(".z-ask a"))
    ask?.addEventListener("click", event => {
      const { state } = this.stage
      if (!state.power || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      this.carryOrders(ask.href)
    })
    const check = find(this.root, ".z-desk__check")
    const said = find(check, "[role=status]")
    said.tabIndex = -1
    const button = find(check, "button")
    find(check, "button:nth-of-type(2)").addEventListener("click", stopEngine)
    button.addEventListener("click", async () => {
      const hadFocus = document.activeElement === button
      await this.checker.load()
      this.stage.show()
      // A button that is gone, or was off meanwhile, has lost the keyboard.
      if (hadFocus && document.activeElement === document.body) (button.hidden ? said : button).focus()
    })
  }

  /** Reads what is pasted as a message, where it is one; orders alone under a heading stay as they are. @param {ClipboardEvent} event */
  async paste(event) {
    const { area } = this.view
    const text = event.clipboardData?.getData("text/plain").replace(/\r\n?/g, "\n") ?? ""
    if (!this.checker.isOn || !isMessage(text)) return
    event.preventDefault()
    const taken = await this.readMessage(text)
    if (!taken.refused && !(taken.is_bare && isUnderHeading(area.value, area.selectionStart)))
      return this.takeMessage(taken)
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end")
    this.stage.act(steps.type, area.value, Date.now())
    if (taken.refused && text.trim().includes("\n")) this.takeMessage(taken)
  }

  /** @param {string} message @param {string} [file] @param {boolean} [amend] whether other orders of the file stay */
  async readMessage(message, file = this.stage.state.text, amend = false) {
    const { power, data } = this.stage.state
    return this.checker.take({ power, message, file, title: data.title, amend })
  }

  /** @param {Data.Taken} taken */
  takeMessage(taken) {
    this.stage.act(steps.takeMessage, taken, taken.refused ? "" : describeMessage(taken))
  }

  /** Goes to a page where orders are tried, and takes along those that stand in the file. @param {string} address */
  async carryOrders(address) {
    const packed = await packQuestion(steps.questionOf(this.stage.state)).catch(() => undefined)
    location.href = packed ? address.replace(/#.*|$/, `#${packed}`) : address
  }

  /** Lets a player load an opened report of a game that keeps secrets; the browser keeps it. */
  listenForReport() {
    onFile(this.root.querySelector(".z-desk__report input"), text => {
      this.stage.act(steps.useReport, text)
      if (this.stage.state.known.isKept) keep(text, "report")
    })
    const kept = find(this.root, ".z-desk__report") && recall("report")
    if (kept) this.stage.act(steps.useReport, kept)
    else this.stage.show()
  }

  /** Takes up a click on the map, and tells whether it was one for the desk. @param {string} key */
  pick(key) {
    const { state } = this.stage
    const picked = state.clicks && pick(state.clicks, key)
    if (picked) {
      this.stage.act(steps.goOn, () => picked)
      this.table?.revealWhole()
      return true
    }
    const unit = steps.listUnits(state).find(one => one.key === key)
    if (unit) this.select(unit)
    return !!unit
  }

  /** Chooses a unit: what it can do is asked, or else the text goes to its line. @param {Desk.OwnUnit} unit */
  select(unit) {
    const { clicks, text } = this.stage.state
    const selected = clicks && select(clicks, unit.section, unit.key)
    if (selected) {
      this.stage.act(steps.goOn, () => selected)
      return this.view.clicks.focusFirst()
    }
    const read = ordersOf(unit.text)
    const line = listLines(text, unit.section).find(one => read(one.text) !== undefined)
    this.table?.sheets[0]?.mark(unit.key)
    return line && this.view.goToLine(line.number)
  }
}

/** Calls with the text of every file that is chosen in a field. @param {Element | null} field @param {(text: string) => void} act */
function onFile(field, act) {
  if (!(field instanceof HTMLInputElement)) return
  field.addEventListener("change", async () => {
    const file = field.files?.[0]
    if (file) act(await file.text())
    field.value = ""
  })
}
