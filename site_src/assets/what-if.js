// What if: a position of any season, or one laid out by hand, orders for anybody, and the same engine that judges
// the games, here and now. Nothing is kept or sent; a link holds the whole question.
import { engineAddress, engineSize, openEngine } from "./engine.js"
import { element } from "./elements.js"
import { packQuestion, readQuestion } from "./question.js"
import { Board } from "./what-if-board.js"
import { offerClicks } from "./what-if-clicks.js"
import { LayoutForm } from "./what-if-layout.js"
import { listBlanks, listPowers, listSections, writeFile } from "./what-if-texts.js"

/**
 * @typedef {import("./map-facts.js").Position} Position
 * @typedef {import("./map-facts.js").Order} Order
 * @typedef {import("./question.js").Question} Question
 * @typedef {import("./question.js").Texts} Texts
 *
 * @typedef {object} Opened a position as the engine tells it
 * @property {string} position
 * @property {string} phase
 * @property {string[]} phases
 * @property {string[]} sections
 * @property {string[]} powers
 * @property {Position} data
 * @property {Record<string, string[]>} dislodged
 *
 * @typedef {Opened & {
 *   needs: {label: string, candidates: string[]} | null,
 *   orders: Order[],
 *   report: {title: string, lines: string[]}[],
 *   findings: {text: string}[],
 *   changes: import("./order-marks.js").Changes,
 *   winners: string[] | null,
 * }} Judged
 *
 * @typedef {{before: Opened, texts: Texts, throws: Record<string, number>, answer?: Judged}} Turn
 */

const SEASONS = { S: "Spring", F: "Autumn", W: "Winter" }
const KINDS = { M: "moves", R: "retreats", E: "map events", A: "adjustments", P: "placement" }
/** @type {Record<string, string>} */
const LABELS = {
  orders: "Orders",
  events: "Map events",
  coasts: "Coasts",
  retreats: "Retreats",
  builds: "Builds and removals",
}
const MEGABYTE = 1_000_000

/** Names a phase in words. @param {string} phase such as F1901M */
function nameOf(phase) {
  const [season, kind] = [phase.slice(0, 1), phase.slice(-1)]
  const named = SEASONS[/** @type {"S"} */ (season)] ?? season
  return `${named} ${phase.slice(1, -1)}, ${KINDS[/** @type {"M"} */ (kind)] ?? kind}`
}

/** Opens the table on the page, and again whenever the end of its address is another question. @param {HTMLElement} home */
export function openTable(home) {
  /** @type {string | undefined} */
  let shown
  const follow = () => {
    const fragment = decodeURIComponent(location.hash.slice(1))
    const line = fragment && document.getElementById(fragment)
    if (line && home.contains(line)) return history.replaceState(null, "", `#${shown ?? ""}`)
    if (fragment === shown || !/^(rules\/|games\/|\d+\.)/.test(fragment)) return undefined
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
    this.bar = element("div", { class: "z-try__bar", role: "group", "aria-label": "What to do" })
    this.layout = element("div", { hidden: "" })
    this.steps = element("div", { class: "z-try__steps" })
    this.form = element("div", { class: "z-try__orders" })
    this.result = element("section", { class: "z-try__result", "aria-live": "polite" })
    home.replaceChildren(
      this.heading,
      this.from,
      this.trouble,
      this.figure,
      this.bar,
      this.progress,
      this.layout,
      this.steps,
      element("div", { class: "z-try__columns" }, this.form, this.result),
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
      await this.offer(address)
    } catch (error) {
      this.tell(error)
    }
  }

  /** Shows the map, and loads the engine at once where a question waits for its answer. @param {string} address */
  async offer(address) {
    const facts = this.board?.facts
    const start = {
      position: facts?.before ?? { phase: "", size: null, provinces: {} },
      orders: [],
      arrows: false,
    }
    this.board?.show(start)
    if (this.question.steps.length || this.question.layout) return this.load(address)
    const size = await engineSize().catch(() => 0)
    const much = size ? ` (loads ${Math.round(size / MEGABYTE)} MB once)` : ""
    this.bar.replaceChildren(this.button(`Begin${much}`, () => this.load(address), "z-try__main"))
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
        if (this.turn.answer?.needs || place + 1 === this.question.steps.length) break
        this.goOn(place + 1)
      }
    })
    this.progress.hidden = true
    if (this.turns.length) this.show()
    else this.bar.replaceChildren(this.button("Try again", () => this.load(address), "z-try__main"))
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
      texts: Object.fromEntries(
        before.data && listPowers(texts).map(power => [power, writeFile(texts, power)]),
      ),
      throws,
    })
  }

  /** Begins the next phase. @param {number} [place] */
  goOn(place = this.turns.length) {
    const before = this.turn.answer
    if (before && !before.needs) this.turns.push({ before, ...this.stepAt(place, before) })
  }

  // ------------------------------------------------------------------------------ what is seen

  show() {
    this.showMap()
    this.showBar()
    this.showForm()
    this.showResult()
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

  /** @param {string} name @param {() => unknown} act @param {string} [kind] */
  button(name, act, kind = "") {
    const button = element("button", { type: "button", class: kind }, name)
    button.addEventListener("click", act)
    return button
  }

  showBar() {
    const { answer } = this.turn
    const done = answer && !answer.needs
    const buttons = [
      this.button("Try", () => this.try(), "z-try__main"),
      this.button("Click orders", () => this.click()),
    ]
    if (done) {
      for (const [name, arrows] of /** @type {[string, boolean][]} */ ([
        ["Orders", true],
        ["After", false],
      ])) {
        const button = this.button(name, () => ((this.arrows = arrows), this.show()))
        button.setAttribute("aria-pressed", String(this.arrows === arrows))
        buttons.push(button)
      }
      if (!answer.winners) buttons.push(this.button(`Next: ${nameOf(answer.phase)}`, () => this.next()))
    }
    if (this.turns.length > 1) buttons.push(this.button("Step back", () => this.back()))
    else {
      const lay = this.button("Change the board", () => this.lay())
      lay.setAttribute("aria-pressed", String(!this.layout.hidden))
      buttons.push(lay)
    }
    buttons.push(this.button("Copy link", () => this.share()))
    if (done) buttons.push(this.button("As scenario file", () => this.save()))
    this.bar.replaceChildren(...buttons)
  }

  showForm() {
    const { before, texts, throws, answer } = this.turn
    const needs = answer?.needs
    const fields = before.powers.map(power => this.addPower(power, before, texts))
    const title = element("h3", {}, nameOf(before.phase))
    const asked = needs ? [this.askThrow(needs, throws)] : []
    this.form.replaceChildren(
      title,
      ...asked,
      this.steps,
      element("div", { class: "z-try__powers" }, ...fields),
    )
  }

  /** @param {string} power @param {Opened} before @param {Texts} texts */
  addPower(power, before, texts) {
    const box = element("fieldset", {}, element("legend", {}, power))
    box.style.setProperty("--z-ink", this.board?.facts.powers[power] ?? "")
    for (const section of listSections(before)) {
      const area = element("textarea", { rows: "3", spellcheck: "false", autocapitalize: "off" })
      area.setAttribute("aria-label", `${LABELS[section]} of ${power}`)
      area.value = texts[section]?.[power] ?? ""
      area.rows = Math.max(
        section === "orders" ? 3 : section === "events" ? 2 : 1,
        area.value.split("\n").length,
      )
      area.addEventListener("input", () => {
        texts[section] = { ...texts[section], [power]: area.value }
        area.rows = Math.max(area.rows, area.value.split("\n").length)
      })
      if (listSections(before).length > 1)
        box.append(element("span", { class: "z-small" }, LABELS[section] ?? ""))
      if (section === "retreats") box.append(...this.listRetreats(power, before, area))
      box.append(area)
    }
    return box
  }

  /** Returns a choice for each dislodged unit; what is chosen is written into the text. @param {string} power @param {Opened} before @param {HTMLTextAreaElement} area */
  listRetreats(power, before, area) {
    return Object.entries(before.dislodged).flatMap(([key, places]) => {
      const lost = before.data.provinces[key]?.dislodged
      if (lost?.power !== power) return []
      const select = element("select", {}, ...["disband", ...places].map(one => element("option", {}, one)))
      const write = () => {
        const kept = area.value.split("\n").filter(line => line && !line.startsWith(lost.text))
        area.value = [...kept, `${lost.text}: ${select.value}`].join("\n")
        area.dispatchEvent(new Event("input"))
      }
      const said = area.value.split("\n").find(line => line.startsWith(lost.text))
      select.value = said?.split(": ")[1] ?? "disband"
      select.addEventListener("change", write)
      return [element("label", { class: "z-try__retreat" }, `${lost.text} goes to `, select)]
    })
  }

  /** @param {{label: string, candidates: string[]}} needs @param {Record<string, number>} throws */
  askThrow({ label, candidates }, throws) {
    const group = element(
      "fieldset",
      { class: "z-try__throw" },
      element("legend", {}, `The GM throws: ${label}`),
    )
    for (const [place, candidate] of candidates.entries())
      group.append(
        this.button(candidate, () => {
          throws[label] = place + 1
          this.try()
        }),
      )
    return group
  }

  showResult() {
    const { answer } = this.turn
    if (!answer || answer.needs) {
      const words = answer ? "A throw is needed: choose what it gives." : ""
      this.result.replaceChildren(...(words ? [element("p", {}, words)] : []))
      return
    }
    const powers = [...new Set(answer.orders.map(order => order.power))].sort()
    const lists = powers.flatMap(power => [
      element("h4", {}, power),
      element("ul", {}, ...answer.orders.filter(one => one.power === power).map(describeOrder)),
    ])
    const wrong = answer.findings.map(one => element("li", {}, one.text))
    const lines = answer.report.flatMap(one => one.lines).filter(line => !isOrderLine(line, answer.orders))
    this.result.replaceChildren(
      element("h3", {}, "What comes of it"),
      ...(wrong.length ? [element("ul", { class: "z-findings" }, ...wrong)] : []),
      ...lists,
      element("h4", {}, "Afterwards"),
      element("ul", {}, ...lines.map(line => element("li", {}, line))),
    )
  }

  // ------------------------------------------------------------------------------ what is done

  /** Lets orders be clicked, on the map and as buttons. */
  async click() {
    this.layout.hidden = true
    await this.work(async () => {
      const { before, texts } = this.turn
      const choices = await this.ask({ do: "choices", position: before.position })
      if (this.board)
        offerClicks(this.steps, { before, texts, choices, board: this.board, show: () => this.showForm() })
    })
  }

  /** Lets go of whatever clicks on the map were for. */
  leave() {
    this.layout.hidden = true
    this.steps.replaceChildren()
    this.board?.choose(() => false)
  }

  /** Lets units be put on the board by hand, or lets it be. */
  lay() {
    const wasOpen = !this.layout.hidden
    this.leave()
    this.layout.hidden = wasOpen
    this.turn.answer = undefined
    this.show()
    if (!wasOpen) this.showLayout()
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
  }

  async try() {
    await this.work(async () => {
      this.turn.answer = undefined
      await this.judge()
      this.arrows = true
      await this.keep()
    })
    this.show()
  }

  next() {
    this.goOn()
    this.leave()
    this.arrows = true
    this.show()
  }

  back() {
    this.turns.pop()
    this.leave()
    this.show()
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
      const events = this.question.layout?.events ?? []
      const { text } = await this.ask({ do: "scenario", title, source: location.href, events, steps })
      const link = element("a", { href: `data:application/toml;charset=utf-8,${encodeURIComponent(text)}` })
      link.download = "what-if.toml"
      link.click()
      this.tell("Saved as what-if.toml: zinegen scenario runs it, and prints the same.")
    })
  }
}

/** @param {string} address */
async function readPage(address) {
  const answer = await fetch(address).catch(() => undefined)
  if (!answer?.ok)
    throw new Error("The page that this question begins from is not there, or cannot be fetched just now.")
  // The page's policy refuses inline styles even where they are only read.
  const text = (await answer.text()).replace(/<style[^>]*>[^<]*<\/style>/g, "")
  return new DOMParser().parseFromString(text, "text/html")
}

/** @param {Order} order */
function describeOrder(order) {
  const sign = { succeeds: "", fails: " ✗", void: " ∅" }[order.result] ?? ""
  const line = element("span", { class: `z-order z-order--${order.result}` }, order.text)
  const item = element("li", { id: order.id }, line)
  if (sign) item.append(element("span", { class: "z-sign", "aria-hidden": "true" }, sign))
  if (order.why) item.append(" ", element("em", { class: "z-why" }, order.why))
  return item
}

/** Tells whether a line of the report only says again what an order's line says. @param {string} line @param {Order[]} orders */
const isOrderLine = (line, orders) => orders.some(one => line.startsWith(`${one.power}: ${one.text} (`))
