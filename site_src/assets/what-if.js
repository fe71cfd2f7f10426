// What if: a position of any season, or one laid out by hand, orders for anybody, and the same engine that judges
// the games, here and now. Nothing is kept or sent; a link holds the whole question. Here all that happens becomes steps.
import { gettext } from "./language.js"
import { pick } from "./desk-clicks.js"
import { element } from "./elements.js"
import {
  describeSize,
  engineAddress,
  EngineStopped,
  isEngineKept,
  openBots,
  openEngine,
  openPosition,
  stopEngine,
  watchSlow,
} from "./engine.js"
import { packQuestion, readFragment, readQuestion } from "./question.js"
import { Stage } from "./stage.js"
import { Board, readPage } from "./what-if-board.js"
import * as steps from "./what-if-state.js"
import { TryView } from "./what-if-view.js"

/** @typedef {import("./what-if-layout.js").Change} Change */

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
    this.stage = new Stage(steps.START, state => this.show(state))
    this.view = new TryView(home, this.stage, {
      begin: () => this.load(),
      stop: () => stopEngine(),
      try: () => this.try(),
      next: () => this.next(),
      click: () => this.click(),
      relay: change => this.relay(change),
      share: () => this.share(),
      save: () => this.save(),
    })
    /** @type {Board | undefined} */
    this.board = undefined
    this.address = ""
    this.isStopped = false
    /** Ends with what is being done. */
    this.working = Promise.resolve()
  }

  /** @param {Try.State} state */
  show(state) {
    if (this.board) this.board.table.isQuiet = state.isLaying || !!state.clicks
    this.view.show(state)
  }

  /** @param {Partial<Try.State>} news */
  note(news) {
    this.stage.act(steps.note, news)
  }

  /** @param {string} fragment */
  async begin(fragment) {
    this.home.scrollIntoView()
    try {
      if (!engineAddress())
        throw new Error(
          gettext(
            "This site has no engine, so nothing can be tried here. The examples tell what comes of them.",
          ),
        )
      const question = await readQuestion(fragment)
      this.address = new URL(`../${question.at}/`, document.baseURI).href
      const page = await readPage(this.address)
      const game = question.at.startsWith("games/") && page.querySelector(".z-kicker a")?.textContent
      const name = page.querySelector("h1")?.textContent?.replace("¶", "").trim() ?? question.at
      this.board = await Board.open(this.view.figure, page, this.address)
      this.board.table.pick = key => this.pick(key)
      this.view.open(this.board, game ? `${game}, ${name}` : name, this.address)
      this.note({ question })
      await this.offer()
    } catch (error) {
      this.tell(error)
    }
  }

  /** Loads the engine at once where a question waits for its answer, or the browser has it already. */
  async offer() {
    const { layout, steps: given } = this.stage.state.question
    if (given.length || layout || (await isEngineKept().catch(() => false))) return this.load()
    const size = await describeSize().catch(() => "")
    return this.note({ offer: `${gettext("Begin")} ${size}`.trim() })
  }

  async load() {
    const isAsked = !!this.stage.state.offer
    await this.work(async () => {
      await this.start()
      const { question } = this.stage.state
      const opened = steps.openTurn(this.stage.state, await this.open(question))
      // What nobody has asked yet begins as it was played.
      const facts = question.steps.length ? undefined : this.board?.facts
      let state = facts && steps.isPlayed(opened, facts) ? steps.fill(opened, facts) : opened
      try {
        for (const place of question.steps.keys()) {
          if (place) state = steps.goOn(state)
          const turn = state.turns[place]
          if (turn) state = steps.takeAnswer(state, turn.texts, await this.judge(turn))
        }
      } finally {
        // Shown once all phases of the question have been played, or as far as they can be.
        this.stage.take(steps.note, { turns: state.turns })
      }
    })
    this.note({ offer: this.stage.state.turns.length ? "" : gettext("Try again") })
    if (isAsked) this.view.form.querySelector("h3")?.focus({ preventScroll: true })
  }

  /** Returns the position that a question begins with. @param {Try.Question} question @returns {Promise<Data.Opened>} */
  async open({ layout, at }) {
    if (at.startsWith("rules/")) return this.ask({ do: "blank", variant: at.slice(6), ...layout })
    const opened = await openPosition(this.start(), new URL("position.json", this.address).href)
    return layout ? this.ask({ do: "blank", position: opened.position, ...layout }) : opened
  }

  /** Returns the engine, which starts anew where it was stopped. */
  async start() {
    const engine = await openEngine(loading => this.stage.take(steps.note, { loading }))
    this.stage.take(steps.note, { loading: undefined })
    return engine
  }

  /** @param {object} question */
  async ask(question) {
    const engine = await this.start()
    return engine.ask(question)
  }

  /** Plays again what an engine that started anew does not know: the phases up to this one. */
  async replay() {
    const { question, turns } = this.stage.state
    /** @type {Try.Turn[]} */
    const again = []
    /** @type {Data.Opened | undefined} */
    let before = turns.length ? await this.open(question) : undefined
    for (const turn of turns) {
      if (!before) break
      const { answer, isChanged } = turn
      const opened = { ...turn, before }
      const judged = answer && !isChanged ? await this.judge(opened) : answer
      again.push({ ...opened, answer: judged })
      before = judged
    }
    this.isStopped = false
    this.stage.take(steps.note, { turns: again })
  }

  /** Does something that takes a while, one thing at a time; what fails is told. @param {() => Promise<void>} act */
  async work(act) {
    if (this.stage.state.isBusy) return
    let end = (/** @type {void} */ _nothing) => {}
    this.working = new Promise(done => (end = done))
    this.note({ isBusy: true, trouble: "" })
    try {
      const tell = (/** @type {boolean} */ isSlow) => this.stage.take(steps.note, { isSlow })
      await watchSlow(async () => {
        if (this.isStopped) await this.replay()
        await act()
      }, tell)
    } catch (error) {
      this.isStopped ||= error instanceof EngineStopped
      this.tell(error)
    } finally {
      this.stage.take(steps.note, { isBusy: false, loading: undefined })
      end()
    }
  }

  /** @param {unknown} problem */
  tell(problem) {
    this.stage.take(steps.note, { trouble: problem instanceof Error ? problem.message : String(problem) })
  }

  /**
   * Returns what comes of a phase as it is written. Where programs play, they throw for the GM, too.
   * @param {Try.Turn} turn
   * @returns {Promise<Data.Judged>}
   */
  async judge({ before, texts, throws }) {
    const { player, seed } = this.stage.state
    if (player) await openBots()
    const files = steps.writeFiles(texts)
    const question = { do: "judge", position: before.position, texts: files, throws }
    return this.ask(player ? { ...question, seed } : question)
  }

  async try() {
    await this.work(async () => {
      await this.fillOthers()
      const turn = steps.turnOf(this.stage.state)
      if (!turn) return
      const answer = await this.judge(turn).catch(error => {
        this.stage.take(steps.forgetAnswer)
        throw error
      })
      this.stage.take(steps.takeAnswer, turn.texts, answer)
      this.stage.take(steps.note, { arrows: true })
      await this.keep()
    })
    this.stage.show()
    if (steps.turnOf(this.stage.state)?.answer) this.view.lead()
  }

  /** Has programs order for the other powers, where the reader plays against them. */
  async fillOthers() {
    const { state } = this.stage
    const powers = steps.listProgrammed(state)
    const position = steps.turnOf(state)?.before.position
    if (!powers.length || !position) return
    const engine = await openBots()
    const found = await engine.ask({ do: "fill", position, powers, seed: state.seed })
    this.stage.take(steps.fillOthers, found.texts)
  }

  async next() {
    await this.work(async () => {
      const turn = steps.turnOf(this.stage.state)
      if (turn?.isChanged) this.stage.take(steps.takeAnswer, turn.texts, await this.judge(turn))
      this.stage.take(steps.goOn)
    })
    this.stage.show()
    this.view.lead()
  }

  /** Lets orders be clicked, on the map and as buttons, or lets it be. */
  async click() {
    const wasOpen = !!this.stage.state.clicks
    this.stage.act(steps.leave)
    if (wasOpen) return
    await this.work(async () => {
      const position = steps.turnOf(this.stage.state)?.before.position
      this.stage.take(steps.offerClicks, await this.ask({ do: "choices", position }))
    })
    this.stage.show()
    this.view.reveal("select")
  }

  /** Takes up a click on the map, and tells whether it was one for a line or the board. @param {string} key */
  pick(key) {
    const { clicks, isLaying } = this.stage.state
    if (isLaying) {
      this.note({ chosen: key })
      this.board?.mark(key)
    }
    const position = steps.turnOf(this.stage.state)?.before.data
    if (!clicks || !position) return isLaying
    const owned = steps.chooseOwner(clicks, position, key)
    const picked = pick(owned, key)
    this.stage.act(steps.click, () => picked ?? owned)
    if (picked) this.board?.table.revealWhole()
    return !!picked
  }

  /** Opens the board with a part of it laid out anew, once what is being done has ended. @param {Change} change */
  async relay(change) {
    while (this.stage.state.isBusy) await this.working
    await this.work(async () => {
      const { at, layout } = this.stage.state.question
      const position = steps.turnOf(this.stage.state)?.before.data
      if (!position) return
      const question = { at, layout: { ...layout, ...change(position) }, steps: [] }
      const before = await this.open(question)
      this.stage.take(steps.note, { question })
      this.stage.take(steps.openTurn, before)
      await this.keep()
    })
    this.stage.show()
    const { chosen } = this.stage.state
    if (chosen) this.board?.mark(chosen)
  }

  /** Puts the question into the address, so that to load the page again is to ask it again. */
  async keep() {
    const packed = await packQuestion(steps.writeQuestion(this.stage.state))
    this.onPacked(packed)
    history.replaceState(null, "", `#${packed}`)
  }

  async share() {
    await this.work(async () => {
      await this.keep()
      await navigator.clipboard.writeText(location.href).then(
        () => this.tell(gettext("The link is copied: it holds the whole question.")),
        () =>
          this.tell(
            gettext("The link is in the address bar: copy it from there. It holds the whole question."),
          ),
      )
    })
  }

  async save() {
    if (steps.turnOf(this.stage.state)?.isChanged) await this.try()
    await this.work(async () => {
      const title = this.view.heading.textContent ?? ""
      const judged = steps.listJudged(this.stage.state)
      const { text } = await this.ask({ do: "scenario", title, source: location.href, steps: judged })
      const link = element("a", { href: `data:application/toml;charset=utf-8,${encodeURIComponent(text)}` })
      link.download = "what-if.toml"
      link.click()
      this.tell(gettext("Saved as what-if.toml: zinegen scenario runs it, and prints the same."))
    })
  }
}
