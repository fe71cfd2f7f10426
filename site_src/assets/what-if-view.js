// The what-if page: shows a state, and nothing that stands there already.
import { gettext, namePower, splitAt } from "./language.js"
import { ClicksView } from "./desk-clicks-view.js"
import { openPower } from "./desk-clicks.js"
import { element, holdFocus, makeButton, SLOW } from "./elements.js"
import { say, Shown } from "./stage.js"
import { makeFields } from "./what-if-form.js"
import { LayoutForm } from "./what-if-layout.js"
import { listResults } from "./what-if-results.js"
import {
  clear,
  click,
  dropLine,
  fill,
  isPlayed,
  layOut,
  leave,
  listWriters,
  note,
  stepBack,
  takeThrow,
  turnOf,
  writeFile,
  writeTexts,
} from "./what-if-state.js"

/**
 * @typedef {import("./what-if-board.js").Board} Board
 * @typedef {"begin" | "stop" | "try" | "next" | "click" | "share" | "save"} Deed what a button asks of the engine or the browser
 * @typedef {Record<Deed, () => void> & {relay: (change: import("./what-if-layout.js").Change) => void}} Deeds
 */

const HEAD = 60 // pixels at the top of the window that belong to the head

export class TryView {
  /** @param {HTMLElement} home @param {Try.Stage} stage @param {Deeds} deeds */
  constructor(home, stage, deeds) {
    this.home = home
    this.stage = stage
    this.shown = new Shown()
    this.deeds = deeds
    this.trouble = element("p", { class: "z-try__trouble", role: "alert" })
    this.progress = element("progress", {
      "aria-label": gettext("The engine is loading"),
      max: "1",
      hidden: "",
    })
    this.slow = element("p", { class: "z-small", role: "status" })
    this.stop = makeButton(gettext("Stop"), deeds.stop, { hidden: "" })
    this.heading = element("h2", { id: "board" }, gettext("What if?"))
    this.from = element("p", { class: "z-try__from" })
    this.figure = element("figure", { class: "z-map z-try__board" })
    this.tools = element("div", { class: "z-try__tools", role: "group", "aria-label": gettext("More to do") })
    this.layout = element("div", { hidden: "" })
    this.steps = element("div", { class: "z-try__steps" })
    this.result = element("section", { class: "z-try__result", "aria-label": gettext("What comes of it") })
    this.form = element("section", { class: "z-try__orders", "aria-label": gettext("Orders") })
    this.main = element("div", { class: "z-try__main", role: "group", "aria-label": gettext("What to do") })
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
      element("div", { class: "z-try__bar" }, this.trouble, this.progress, this.slow, this.stop, this.main),
    )
    home.hidden = false
    /** @type {Board | undefined} */
    this.board = undefined
    /** @type {ReturnType<typeof makeFields>[]} */
    this.fields = []
    this.clicks = this.makeClicks()
  }

  /** Takes up where the question begins. @param {Board} board @param {string} title @param {string} address */
  open(board, title, address) {
    this.board = board
    this.heading.textContent = `${gettext("What if?")} ${title}`
    this.from.append(...splitAt(gettext("From {season}"), element("a", { href: address }, title)))
    board.table.panel.prepend(this.layout, this.steps)
    this.clicks.view.ground = board.sheet
  }

  /** @param {Try.State} state */
  show(state) {
    const { turns, arrows, isBusy, trouble, loading } = state
    isBusy ? this.home.setAttribute("aria-busy", "true") : this.home.removeAttribute("aria-busy")
    say(this.trouble, trouble)
    this.progress.hidden = !loading
    if (loading) this.progress.value = loading.loaded / loading.total
    if (!this.board) return
    const holdOn = holdFocus(this.home)
    const turn = turnOf(state)
    const { before, answer, isChanged, texts = {} } = turn ?? {}
    const last = turns.at(-2)
    if (this.shown.isNew("map", before, answer, arrows, last)) this.showMap(this.board, turn, arrows, last)
    // A button that is made anew while it is pressed is not clicked.
    if (this.shown.isNew("main", state.offer, turns.length, answer)) this.showMain(state)
    const open = [arrows, !!state.clicks, state.isLaying, state.question, state.player]
    if (turn && this.shown.isNew("tools", turns.length, answer, ...open)) this.showTools(state, turn)
    if (before && this.shown.isNew("form", before, !answer)) this.showForm(before, !answer)
    for (const one of this.fields) one.show(texts)
    if (this.shown.isNew("result", answer, isChanged)) this.showResult(answer, !!isChanged)
    const laid = state.isLaying ? before : undefined
    if (this.shown.isNew("layout", laid, state.chosen, trouble)) this.showLayout(laid, state.chosen)
    this.showClicks(state)
    holdOn()
    this.offerStop(state.isSlow)
  }

  /** Lets the reader stop what takes long. The keyboard is led on when there is nothing to be stopped. @param {boolean} isSlow */
  offerStop(isSlow) {
    const hadFocus = document.activeElement === this.stop
    say(this.slow, isSlow ? gettext(SLOW) : "")
    this.stop.hidden = !isSlow
    if (hadFocus && !isSlow) this.main.querySelector("button")?.focus()
  }

  /** Leads the reader to what has come: the result, or the fields of a phase. */
  lead() {
    const title = /** @type {HTMLElement | null} */ (this.home.querySelector(".z-board h3"))
    title?.focus({ preventScroll: true })
    const { top } = title?.getBoundingClientRect() ?? { top: 0 }
    if (top < HEAD || top > innerHeight / 2) title?.scrollIntoView()
  }

  /** Shows the whole map with what is asked below it, and goes to the first of that. @param {string} first */
  reveal(first) {
    const field = /** @type {HTMLElement | null} */ (this.board?.table.panel.querySelector(first))
    field?.focus({ preventScroll: true })
    this.board?.table.revealWhole()
  }

  /** @param {Board} board @param {Try.Turn | undefined} turn none while the engine is not loaded @param {boolean} arrows @param {Try.Turn | undefined} last */
  showMap(board, turn, arrows, last) {
    if (!turn) {
      board.show({ position: board.facts.before, orders: [], arrows: false })
      return
    }
    const { before, answer } = turn
    const done = answer && !answer.needs ? answer : undefined
    const old = done ? before.data : last?.before.data
    const isDrawn = board.show({
      position: done && !arrows ? done.data : before.data,
      old: old ? board.place(old) : undefined,
      orders: done?.orders ?? [],
      arrows,
      changes: done?.changes ?? (arrows ? undefined : last?.answer?.changes),
    })
    const moved = done?.changes.apart?.length || done?.changes.together?.length
    this.from.querySelector(".z-remark")?.remove()
    if ((moved && arrows) || isDrawn) return
    const words = gettext(
      " The new map is drawn at the deadline: until then this is the old one. What has parted is cut, what has joined is linked, and the card has the new neighbours.",
    )
    this.from.append(element("span", { class: "z-remark" }, words))
  }

  /** @param {Try.State} state */
  showMain(state) {
    const { offer, turns } = state
    const answer = turnOf(state)?.answer
    const isOver = !answer || answer.needs || answer.winners
    this.main.replaceChildren(
      ...(offer ? [makeButton(offer, this.deeds.begin)] : []),
      ...(turns.length ? [makeButton(gettext("Try"), this.deeds.try)] : []),
      ...(isOver ? [] : [makeButton(gettext("Next: {title}", { title: answer.title }), this.deeds.next)]),
      ...(turns.length > 1
        ? [makeButton(gettext("Step back"), () => (this.stage.act(stepBack), this.lead()))]
        : []),
    )
  }

  /** @param {Try.State} state @param {Try.Turn} turn */
  showTools(state, { answer }) {
    const { deeds, board, stage } = this
    const done = answer && !answer.needs
    /** @param {string} name @param {boolean} isOn @param {() => void} act */
    const toggle = (name, isOn, act) => makeButton(name, act, { "aria-pressed": String(isOn) })
    const look = (/** @type {boolean} */ arrows) => () => stage.act(note, { arrows })
    this.tools.replaceChildren(
      ...(done
        ? [
            toggle(gettext("Orders"), state.arrows, look(true)),
            toggle(gettext("After"), !state.arrows, look(false)),
          ]
        : []),
      toggle(gettext("Click orders"), !!state.clicks, deeds.click),
      ...(board && isPlayed(state, board.facts)
        ? [makeButton(gettext("As it was played"), () => stage.act(fill, board.facts))]
        : []),
      makeButton(gettext("No orders"), () => stage.act(clear)),
      ...(state.turns.length > 1
        ? []
        : [toggle(gettext("Change the board"), state.isLaying, () => this.lay(state.isLaying))]),
      this.makePlayers(state),
      makeButton(gettext("Copy link"), deeds.share),
      ...(done ? [makeButton(gettext("As scenario file"), deeds.save)] : []),
    )
  }

  /** Lets the reader play one power against programs. @param {Try.State} state */
  makePlayers({ player, turns }) {
    const powers = turns[0]?.before.powers ?? []
    const nobody = element("option", { value: "" }, gettext("all powers"))
    const options = powers.map(power => element("option", { value: power }, namePower(power)))
    const select = element("select", {}, nobody, ...options)
    select.value = player
    select.addEventListener("change", () =>
      this.stage.act(note, { player: select.value, seed: Math.floor(Math.random() * 2 ** 31) }),
    )
    return element("label", { class: "z-try__player" }, gettext("You order for "), select)
  }

  /** @param {Try.Turn["before"]} before @param {boolean} isNew whether nothing has been tried yet */
  showForm(before, isNew) {
    const powers = this.board?.facts.powers ?? {}
    this.fields = listWriters(before).map(power =>
      makeFields(power, powers[power] ?? "", before, (section, text) =>
        this.stage.act(writeTexts, power, { [section]: text }),
      ),
    )
    const hint = gettext(
      "Write behind each unit what it shall do, or press Click orders. Units without an order hold.",
    )
    this.form.replaceChildren(
      element("h3", { tabindex: "-1" }, before.title),
      ...(isNew && before.phase.endsWith("M") ? [element("p", { class: "z-small" }, hint)] : []),
      element("div", { class: "z-try__powers" }, ...this.fields.map(one => one.box)),
    )
  }

  /** @param {Try.Turn["answer"]} answer @param {boolean} isChanged */
  showResult(answer, isChanged) {
    const title = isChanged
      ? gettext("What came of it before you changed the orders")
      : gettext("What comes of it")
    if (!answer) this.result.replaceChildren()
    else if (answer.needs) this.result.replaceChildren(...this.askThrow(answer.needs))
    else this.result.replaceChildren(...listResults(answer, title))
  }

  /** Lets units be put on the board by hand, or lets it be. @param {boolean} wasOpen */
  lay(wasOpen) {
    this.stage.act(wasOpen ? leave : layOut)
    if (!wasOpen) this.reveal("input")
  }

  /** @param {{label: string, candidates: string[]}} needs */
  askThrow({ label, candidates }) {
    const buttons = candidates.map((candidate, place) =>
      makeButton(candidate, () => (this.stage.take(takeThrow, label, place + 1), this.deeds.try())),
    )
    return [
      element("h3", { tabindex: "-1" }, gettext("A throw of the GM is needed")),
      element("fieldset", {}, element("legend", {}, label), gettext("Choose what it gives. "), ...buttons),
    ]
  }

  /** @param {Try.Turn["before"] | undefined} before none where nothing is changed @param {string} chosen */
  showLayout(before, chosen) {
    this.layout.hidden = !before
    if (!before || !this.board) return
    const powers = Object.keys(this.board.facts.powers)
    const laid = { position: before.data, powers, change: this.deeds.relay }
    this.layout.replaceChildren(new LayoutForm(laid, chosen).form)
  }

  makeClicks() {
    const box = element("div", { class: "z-steps" })
    const said = element("p", { class: "z-small", role: "status" })
    const select = element("select", { "aria-label": gettext("Whose orders") })
    select.addEventListener("change", () =>
      this.stage.act(click, clicks => openPower(clicks.choices, select.value)),
    )
    const label = element("label", { class: "z-small" }, gettext("Orders of "), select)
    const view = new ClicksView(
      box,
      { go: step => this.stage.act(click, step), drop: line => this.stage.act(dropLine, line) },
      undefined,
    )
    return { view, said, select, parts: [label, box, said] }
  }

  /** @param {Try.State} state */
  showClicks(state) {
    const { view, said, select, parts } = this.clicks
    const { clicks } = state
    view.show(clicks, clicks ? writeFile(turnOf(state)?.texts ?? {}, clicks.power) : "", false)
    say(said, state.said)
    if (!clicks) return this.steps.replaceChildren()
    const powers = Object.keys(clicks.choices.powers)
    if (String([...select.options].map(one => one.value)) !== String(powers))
      select.replaceChildren(...powers.map(power => element("option", { value: power }, namePower(power))))
    select.value = clicks.power
    if (!this.steps.childElementCount) this.steps.append(...parts)
    return undefined
  }
}
