// What if: a position of any season, or one laid out by hand, orders for anybody, and the same engine that judges
// the games, here and now. Nothing is kept or sent; a link holds the whole question.
import { engineAddress, engineSize, isEngineKept, openEngine } from "./engine.js"
import { element, holdFocus, makeButton } from "./elements.js"
import { packQuestion, readFragment, readQuestion } from "./question.js"
import { Board, readPage } from "./what-if-board.js"
import { offerClicks } from "./what-if-clicks.js"
import { listFields } from "./what-if-form.js"
import { LayoutForm } from "./what-if-layout.js"
import { listResults } from "./what-if-results.js"
import { listBlanks, listPlayed, listPowers, listWriters, writeFile } from "./what-if-texts.js"

/**
 * @typedef {import("./map-facts.js").Position} Position
 * @typedef {import("./map-facts.js").Order} Order
 * @typedef {import("./question.js").Question} Question
 * @typedef {import("./question.js").Texts} Texts
 *
 * @typedef {object} Opened a position as the engine tells it
 * @property {string} position
 * @property {string} phase
 * @property {string} title of the phase
 * @property {Record<string, string>} asked the headings under which something is asked for in it, each with its name
 * @property {string[]} powers
 * @property {Position} data
 * @property {Record<string, string[]>} dislodged
 *
 * @typedef {Opened & {
 *   needs: {label: string, candidates: string[]} | null,
 *   orders: Order[],
 *   report: {title: string, lines: string[]}[],
 *   findings: {source: string, what: string, hint: string, if_left: string}[],
 *   changes: import("./order-marks.js").Changes,
 *   winners: string[] | null,
 * }} Judged
 *
 * @typedef {object} Turn
 * @property {Opened} before
 * @property {Texts} texts
 * @property {Record<string, number>} throws
 * @property {Judged} [answer]
 * @property {boolean} [isChanged] whether the orders are others than those that were answered
 */

const MEGABYTE = 1_000_000
const HEAD = 60 // pixels at the top of the window that belong to the head

/** Opens the table on the page, and again whenever the end of its address is another question. @param {HTMLElement} home */
export function openTable(home) {
  /** @type {string | undefined} */
  let shown
  const follow = () => {
    const fragment = readFragment()
    const place = document.getElementById(fragment)
    if (place && home.contains(place)) return history.replaceState(null, "", `#${shown ?? ""}`)
    if (place || !fragment || fragment === shown) return undefined
    shown = fragment
    return new WhatIf(home, packed => (shown = packed)).begin(fragment)
  }
  addEventListener("hashchange", follow)
  follow()
}

class WhatIf {
  /** @param {HTMLElement} home @param {(packed: string) => void} onPacked */
  constructor(home, onPacked) {
    this.home = home
    this.onPacked = onPacked
    this.trouble = element("p", { class: "z-try__trouble", role: "alert" })
    this.progress = element("progress", { "aria-label": "The engine is loading", max: "100" })
    this.progress.hidden = true
    this.heading = element("h2", { id: "board" }, "What if?")
    this.from = element("p", { class: "z-try__from" })
    this.figure = element("figure", { class: "z-map z-try__board" })
    this.tools = element("div", { class: "z-try__tools", role: "group", "aria-label": "More to do" })
    this.layout = element("div", { hidden: "" })
    this.steps = element("div", { class: "z-try__steps" })
    this.result = element("section", { class: "z-try__result", "aria-label": "What comes of it" })
    this.form = element("section", { class: "z-try__orders", "aria-label": "Orders" })
    this.main = element("div", { class: "z-try__main", role: "group", "aria-label": "What to do" })
    home.replaceChildren(
      this.heading,
      this.from,
      element(
        "div",
        { class: "z-board" },
        // Above the map: below it they would move with what is told of the province under the mouse.
        element("div", {}, this.tools, this.figure),
        element("div", {}, this.result, this.form),
      ),
      // Last on the page and always in sight: also whoever writes for the last power sees what can be done next.
      element("div", { class: "z-try__bar" }, this.trouble, this.progress, this.main),
    )
    home.hidden = false
    /** @type {Turn[]} */
    this.turns = []
    this.arrows = true
    this.busy = false
    /** @type {Question} */
    this.question = { at: "", steps: [] }
    /** @type {Board | undefined} */
    this.board = undefined
    this.address = ""
  }

  /** @param {string} fragment */
  async begin(fragment) {
    this.home.scrollIntoView()
    try {
      if (!engineAddress())
        throw new Error(
          "This site has no engine, so nothing can be tried here. The examples tell what comes of them.",
        )
      this.question = await readQuestion(fragment)
      const address = new URL(`../${this.question.at}/`, document.baseURI).href
      const page = await readPage(address)
      const game = this.question.at.startsWith("games/") && page.querySelector(".z-kicker a")?.textContent
      const name = page.querySelector("h1")?.textContent?.replace("¶", "").trim() ?? this.question.at
      const title = game ? `${game}, ${name}` : name
      this.heading.textContent = `What if? ${title}`
      this.from.append("From ", element("a", { href: address }, title))
      this.board = await Board.open(this.figure, page, address)
      this.board.table.panel.prepend(this.layout, this.steps)
      await this.offer(address)
    } catch (error) {
      this.tell(error)
    }
  }

  /** Shows the map, and loads the engine at once where a question waits for its answer, or the browser has it already. @param {string} address */
  async offer(address) {
    const facts = this.board?.facts
    const start = {
      position: facts?.before ?? { phase: "", size: null, provinces: {} },
      orders: [],
      arrows: false,
    }
    this.board?.show(start)
    const isWaiting = this.question.steps.length || this.question.layout
    if (isWaiting || (await isEngineKept().catch(() => false))) return this.load(address)
    const size = await engineSize().catch(() => 0)
    const much = size ? ` (loads ${Math.round(size / MEGABYTE)} MB once)` : ""
    const begin = async () => {
      await this.load(address)
      this.form.querySelector("h3")?.focus({ preventScroll: true })
    }
    this.main.replaceChildren(makeButton(`Begin${much}`, begin))
    return undefined
  }

  /** @param {string} address */
  async load(address) {
    this.address = address
    await this.work(async () => {
      this.progress.hidden = false
      this.engine = await openEngine(({ loaded, total }) => {
        this.progress.max = total
        this.progress.value = loaded
      })
      this.progress.hidden = true
      const first = await this.open(address)
      this.turns = [{ before: first, ...this.stepAt(0, first) }]
      for (const place of this.question.steps.keys()) {
        await this.judge()
        const { needs, winners } = this.turn.answer ?? {}
        if (needs || winners || place + 1 === this.question.steps.length) break
        this.goOn(place + 1)
      }
    })
    this.progress.hidden = true
    if (this.turns.length) this.show()
    else this.main.replaceChildren(makeButton("Try again", () => this.load(address)))
  }

  /** Returns what the question has for a step; else blank texts. @param {number} place @param {Opened} before */
  stepAt(place, before) {
    const given = this.question.steps[place]
    return given
      ? { texts: given.texts, throws: { ...given.throws } }
      : { texts: listBlanks(before), throws: {} }
  }

  /** @param {string} address @returns {Promise<Opened>} */
  async open(address) {
    const { layout, at } = this.question
    if (at.startsWith("rules/")) return this.ask({ do: "blank", variant: at.slice(6), ...layout })
    const answer = await fetch(new URL("position.json", address)).catch(() => undefined)
    if (!answer?.ok) throw new Error("The position of this season cannot be fetched just now.")
    const opened = await this.ask({ do: "open", position: await answer.text() })
    return layout ? this.ask({ do: "blank", position: opened.position, ...layout }) : opened
  }

  /** @param {object} question */
  ask(question) {
    if (!this.engine) throw new Error("The engine is not loaded.")
    return this.engine.ask(question)
  }

  get turn() {
    return /** @type {Turn} */ (this.turns.at(-1))
  }

  /** Does something that takes a while, one thing at a time; what fails is told. @param {() => Promise<void>} act */
  async work(act) {
    if (this.busy) return
    this.busy = true
    this.tell("")
    this.home.setAttribute("aria-busy", "true")
    try {
      await act()
    } catch (error) {
      this.tell(error)
    } finally {
      this.busy = false
      this.home.removeAttribute("aria-busy")
    }
  }

  /** @param {unknown} problem */
  tell(problem) {
    this.trouble.textContent = problem instanceof Error ? problem.message : String(problem)
  }

  /** Judges the phase as it is written. */
  async judge() {
    const { before, texts, throws } = this.turn
    this.turn.answer = await this.ask({
      do: "judge",
      position: before.position,
      texts: Object.fromEntries(listPowers(texts).map(power => [power, writeFile(texts, power)])),
      throws,
    })
    this.turn.isChanged = false
  }

  /** Begins the next phase. @param {number} [place] */
  goOn(place = this.turns.length) {
    const before = this.turn.answer
    if (before && !before.needs && !before.winners) this.turns.push({ before, ...this.stepAt(place, before) })
  }

  // ------------------------------------------------------------------------------ what is seen

  show() {
    const holdOn = holdFocus(this.home)
    this.showMap()
    this.showTools()
    this.showMain()
    this.showForm()
    this.showResult()
    holdOn()
  }

  /** Leads the reader to what has come: the result, or the fields of a phase. */
  lead() {
    const title = /** @type {HTMLElement | null} */ (this.home.querySelector(".z-board h3"))
    title?.focus({ preventScroll: true })
    const { top } = title?.getBoundingClientRect() ?? { top: 0 }
    if (top < HEAD || top > innerHeight / 2) title?.scrollIntoView()
  }

  showMap() {
    const { before, answer } = this.turn
    const done = answer && !answer.needs ? answer : undefined
    const old = done ? before.data : this.turns.at(-2)?.before.data
    const changes = done?.changes ?? (this.arrows ? undefined : this.turns.at(-2)?.answer?.changes)
    const isDrawn = this.board?.show({
      position: done && !this.arrows ? done.data : before.data,
      old: old ? this.board.place(old) : undefined,
      orders: done?.orders ?? [],
      arrows: this.arrows,
      changes,
    })
    const moved = done?.changes.apart?.length || done?.changes.together?.length
    this.from.querySelector(".z-remark")?.remove()
    if ((moved && this.arrows) || isDrawn !== false) return
    const words =
      " The new map is drawn at the deadline: until then this is the old one. What has parted is cut, what has joined is linked, and the card has the new neighbours."
    this.from.append(element("span", { class: "z-remark" }, words))
  }

  showMain() {
    const { answer } = this.turn
    const isOver = !answer || answer.needs || answer.winners
    this.main.replaceChildren(
      makeButton("Try", () => this.try()),
      ...(isOver ? [] : [makeButton(`Next: ${answer.title}`, () => this.next())]),
      ...(this.turns.length > 1 ? [makeButton("Step back", () => this.back())] : []),
    )
  }

  showTools() {
    const { answer, before } = this.turn
    const done = answer && !answer.needs
    /** @param {string} name @param {boolean} isOn @param {() => void} act */
    const toggle = (name, isOn, act) => makeButton(name, act, { "aria-pressed": String(isOn) })
    /** @param {boolean} arrows */
    const look = arrows => () => ((this.arrows = arrows), this.show())
    this.tools.replaceChildren(
      ...(done
        ? [toggle("Orders", this.arrows, look(true)), toggle("After", !this.arrows, look(false))]
        : []),
      toggle("Click orders", this.steps.childElementCount > 0, () => this.click()),
      ...(this.isPlayed(before.phase) ? [makeButton("As it was played", () => this.fill())] : []),
      ...(this.turns.length > 1 ? [] : [toggle("Change the board", !this.layout.hidden, () => this.lay())]),
      makeButton("Copy link", () => this.share()),
      ...(done ? [makeButton("As scenario file", () => this.save())] : []),
    )
  }

  /** Tells whether it is known what was ordered in a phase of this question. @param {string} phase */
  isPlayed(phase) {
    return !this.question.layout && this.board?.facts.orders.some(order => order.phase === phase)
  }

  showForm() {
    const { before, texts, answer } = this.turn
    const changed = () => this.noteChange()
    const fields = listWriters(before).map(power =>
      listFields(power, { before, texts, ink: this.board?.facts.powers[power] ?? "", changed }),
    )
    const hint =
      "Write behind each unit what it shall do, or press Click orders. Units without an order hold."
    this.form.replaceChildren(
      element("h3", { tabindex: "-1" }, before.title),
      ...(!answer && before.phase.endsWith("M") ? [element("p", { class: "z-small" }, hint)] : []),
      element("div", { class: "z-try__powers" }, ...fields),
    )
  }

  /** @param {{label: string, candidates: string[]}} needs @param {Record<string, number>} throws */
  askThrow({ label, candidates }, throws) {
    const buttons = candidates.map((candidate, place) =>
      makeButton(candidate, () => {
        throws[label] = place + 1
        this.try()
      }),
    )
    return [
      element("h3", { tabindex: "-1" }, "A throw of the GM is needed"),
      element("fieldset", {}, element("legend", {}, label), "Choose what it gives. ", ...buttons),
    ]
  }

  showResult() {
    const { answer, throws } = this.turn
    if (!answer) this.result.replaceChildren()
    else if (answer.needs) this.result.replaceChildren(...this.askThrow(answer.needs, throws))
    else this.result.replaceChildren(...listResults(answer))
  }

  // ------------------------------------------------------------------------------ what is done

  /** Writes what was really ordered in place of what stands there. */
  fill() {
    const { phase } = this.turn.before
    const { orders = [], throws = {} } = this.board?.facts ?? {}
    this.leave()
    this.turns.splice(-1, 1, {
      before: this.turn.before,
      texts: listPlayed(phase, orders),
      throws: { ...throws[phase] },
    })
    this.show()
  }

  /** Lets orders be clicked, on the map and as buttons, or lets it be. */
  async click() {
    const wasOpen = this.steps.childElementCount > 0
    this.leave()
    if (!wasOpen)
      await this.work(async () => {
        const { before, texts } = this.turn
        const choices = await this.ask({ do: "choices", position: before.position })
        if (this.board)
          offerClicks(this.steps, {
            before,
            texts,
            choices,
            board: this.board,
            show: () => (this.noteChange(), this.showForm()),
          })
      })
    this.show()
    if (!wasOpen) this.reveal("select")
  }

  /** Says of the result that it is of other orders. */
  noteChange() {
    const title = this.result.querySelector("h3")
    if (!title || this.turn.isChanged) return
    this.turn.isChanged = true
    title.textContent = "What came of it before you changed the orders"
  }

  /** Shows the whole map with what is asked below it, and goes to the first of that. @param {string} first */
  reveal(first) {
    const field = /** @type {HTMLElement | null} */ (this.board?.table.panel.querySelector(first))
    field?.focus({ preventScroll: true })
    this.board?.table.revealWhole()
  }

  /** Lets go of whatever clicks on the map were for. */
  leave() {
    this.layout.hidden = true
    this.steps.replaceChildren()
    this.board?.choose()
  }

  /** Lets units be put on the board by hand, or lets it be. */
  lay() {
    const wasOpen = !this.layout.hidden
    this.leave()
    this.layout.hidden = wasOpen
    this.turn.answer = undefined
    this.show()
    if (wasOpen) return
    this.showLayout()
    this.reveal("input")
  }

  /** @param {string} [key] */
  showLayout(key) {
    const laid = {
      position: this.turn.before.data,
      powers: Object.keys(this.board?.facts.powers ?? {}),
      change: (/** @type {import("./question.js").Layout} */ part) => this.relay(part, chosen),
    }
    let chosen = key
    const form = new LayoutForm(laid)
    form.show(key)
    this.layout.replaceChildren(form.form)
    this.board?.choose(picked => (form.show((chosen = picked)), this.board?.mark(picked), true))
  }

  /** Opens the board with a part of it laid out anew. @param {import("./question.js").Layout} part @param {string} [key] */
  async relay(part, key) {
    const holdOn = holdFocus(this.home)
    await this.work(async () => {
      const kept = this.question
      this.question = { at: kept.at, layout: { ...kept.layout, ...part }, steps: [] }
      try {
        const before = await this.open(this.address)
        this.turns = [{ before, ...this.stepAt(0, before) }]
      } catch (error) {
        this.question = kept
        throw error
      }
      await this.keep()
    })
    this.show()
    this.showLayout(key)
    if (key) this.board?.mark(key)
    holdOn()
  }

  async try() {
    await this.work(async () => {
      this.turn.answer = undefined
      await this.judge()
      this.arrows = true
      await this.keep()
    })
    this.show()
    if (this.turn.answer) this.lead()
  }

  async next() {
    await this.work(async () => {
      if (this.turn.isChanged) await this.judge()
      this.goOn()
    })
    this.leave()
    this.arrows = true
    this.show()
    this.lead()
  }

  back() {
    this.turns.pop()
    this.leave()
    this.show()
    this.lead()
  }

  /** Returns the question as it stands. @returns {Question} */
  write() {
    const { at, layout } = this.question
    const steps = this.turns.map(({ texts, throws }) => ({ texts, throws }))
    return { at, ...(layout && { layout }), steps }
  }

  /** Puts the question into the address, so that to load the page again is to ask it again. */
  async keep() {
    const packed = await packQuestion(this.write())
    this.onPacked(packed)
    history.replaceState(null, "", `#${packed}`)
  }

  async share() {
    await this.work(async () => {
      await this.keep()
      await navigator.clipboard.writeText(location.href).then(
        () => this.tell("The link is copied: it holds the whole question."),
        () => this.tell("The link is in the address bar: copy it from there. It holds the whole question."),
      )
    })
  }

  async save() {
    if (this.turn.isChanged) await this.try()
    await this.work(async () => {
      const steps = this.turns
        .filter(one => one.answer && !one.answer.needs)
        .map(({ before, texts, throws, answer }) => ({
          before: before.position,
          after: answer?.position,
          texts,
          throws: Object.values(throws),
        }))
      const title = this.heading.textContent ?? ""
      const { text } = await this.ask({ do: "scenario", title, source: location.href, steps })
      const link = element("a", { href: `data:application/toml;charset=utf-8,${encodeURIComponent(text)}` })
      link.download = "what-if.toml"
      link.click()
      this.tell("Saved as what-if.toml: zinegen scenario runs it, and prints the same.")
    })
  }
}
