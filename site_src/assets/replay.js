// The replay of a game: all its seasons on one stage, played, stepped through, or gone to by their names.
import { gettext, N_ } from "./language.js"
import { element, makeButton } from "./elements.js"
import { loadReplay, ReplayError } from "./replay-data.js"
import { Painter } from "./replay-draw.js"
import { Passage } from "./replay-passage.js"

/** Milliseconds at normal speed. */
const UNITS = 1000
const GLIDE = 1100
const LONGEST = 4400
const NEWS = 500
const PAUSE = 650
/** A machine that needs longer for a picture, several times in a row, is slow. */
const SLOW = 30
const SPEEDS = [0.5, 1, 2, 4]
/** @type {Record<string, string>} */
const KINDS = {
  M: N_("moves"),
  R: N_("retreats"),
  A: N_("adjustments"),
  E: N_("the map"),
  P: N_("placement"),
}

const calm = matchMedia("(prefers-reduced-motion: reduce)")

class Player {
  /** @param {HTMLElement} stage @param {Replay.Data} replay */
  constructor(stage, replay) {
    this.stage = stage
    this.replay = replay
    /** @type {Record<string, string>} */
    this.reports = JSON.parse(stage.dataset.reports ?? "{}")
    // What is a frame on another site stays what it is.
    /** @type {Record<string, string>} */
    this.target = window.top === window ? {} : { target: "_blank", rel: "noopener" }
    /** The position that is shown, or left just now. */
    this.stop = 0
    /** @type {{passage: Passage, began: number, length: number} | undefined} */
    this.passage = undefined
    /** The position at which to stand still; none while it plays to the end. */
    this.until = 0
    this.isPlaying = false
    this.frame = 0
    this.drawn = 0
    /** How many pictures in a row came late. */
    this.late = 0
    this.timer = 0
    this.speed = 1
    this.canvas = element("canvas", { role: "img" })
    this.canvas.addEventListener("click", () => this.toggle())
    this.painter = new Painter(this.canvas, replay)
    this.caption = element("p", { class: "z-replay__caption", role: "status" })
    this.controls = this.makeControls()
    stage.replaceChildren(this.canvas, this.caption, this.controls)
    new ResizeObserver(() => this.resize()).observe(stage)
    new MutationObserver(() => this.resize()).observe(document.body, {
      attributeFilter: ["data-md-color-scheme"],
    })
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.resize())
    calm.addEventListener("change", () => this.calm())
    document.addEventListener("keydown", event => this.press(event))
    addEventListener("hashchange", () => this.follow())
    this.calm()
    this.resize()
    this.follow()
    this.tell()
  }

  makeControls() {
    /** @param {string} sign @param {string} name @param {() => void} act */
    const button = (sign, name, act) => makeButton(sign, act, { "aria-label": name, title: name })
    this.playing = button("▶", gettext("Play"), () => this.toggle())
    this.playing.classList.add("z-replay__play")
    this.slider = element("input", {
      type: "range",
      min: "0",
      max: String(this.replay.seasons.length),
      step: "1",
      "aria-label": gettext("Season"),
    })
    this.slider.addEventListener("input", () => this.goToSeason(this.slider?.valueAsNumber ?? 0))
    this.pace = element("select", { "aria-label": gettext("Speed") })
    for (const speed of SPEEDS) this.pace.append(element("option", { value: String(speed) }, `${speed} ×`))
    this.pace.value = "1"
    this.pace.addEventListener("change", () => (this.speed = Number(this.pace?.value)))
    return element(
      "div",
      { class: "z-replay__controls", role: "group", "aria-label": gettext("Replay") },
      button("|◀", gettext("To the start"), () => this.goToSeason(0)),
      button("◀", gettext("Previous season"), () => this.step(-1)),
      this.playing,
      button("▶|", gettext("Next season"), () => this.step(1)),
      this.slider,
      this.pace,
      button("⤢", gettext("Full screen"), () => this.fill()),
    )
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen()
    else this.stage.requestFullscreen?.().catch(() => undefined)
  }

  // ----------------------------------------------------------------------------------------- places

  /** Returns the last position of so many seasons: of none, the first. @param {number} count */
  endOf(count) {
    if (count <= 0) return 0
    return this.replay.stops.findLastIndex(stop => stop.season < count)
  }

  /** Returns how many seasons are over at a position. @param {number} stop */
  seasonsBy(stop) {
    return stop === 0 ? 0 : (this.replay.stops[stop]?.season ?? 0) + 1
  }

  /** Goes to a season without any motion. @param {number} count how many are over then */
  goToSeason(count) {
    this.pause()
    this.stop = this.endOf(Math.min(Math.max(count, 0), this.replay.seasons.length))
    this.show()
    this.note()
  }

  /** Goes to the season that the address ends in. */
  follow() {
    const name = location.hash.slice(1)
    const number = this.replay.seasons.findIndex(season => season.id === name)
    if (number >= 0 && this.seasonsBy(this.stop) !== number + 1) this.goToSeason(number + 1)
  }

  /** Writes the season into the address, so that it can be linked. */
  note() {
    const season = this.replay.seasons[this.seasonsBy(this.stop) - 1]
    history.replaceState(null, "", season ? `#${season.id}` : location.pathname + location.search)
  }

  // ----------------------------------------------------------------------------------------- playing

  play() {
    if (calm.matches) return
    if (this.stop >= this.replay.stops.length - 1) this.stop = 0
    this.run(this.replay.stops.length - 1)
  }

  toggle() {
    this.isPlaying ? this.pause() : this.play()
  }

  /** Plays up to a position. @param {number} until */
  run(until) {
    this.until = until
    this.isPlaying = true
    this.tell()
    this.leave()
  }

  pause() {
    cancelAnimationFrame(this.frame)
    clearTimeout(this.timer)
    this.isPlaying = false
    if (this.passage) this.arrive()
    this.tell()
    this.note()
  }

  /** Plays this season to its end, or the next; or goes to the one before. @param {number} way */
  step(way) {
    const here = this.seasonsBy(this.stop)
    if (way < 0 || calm.matches || this.isPlaying) return this.goToSeason(here + way)
    const until = this.endOf(this.stop < this.endOf(here) ? here : here + 1)
    return until > this.stop ? this.run(until) : undefined
  }

  /** Sets out for the next position. */
  leave() {
    const { stops } = this.replay
    const [from, to] = [stops[this.stop], stops[this.stop + 1]]
    if (!from || !to || this.stop >= this.until) {
      this.pause()
      return
    }
    const passage = new Passage(this.painter, from, to)
    const map = Math.min(passage.glides.length * GLIDE, LONGEST)
    const length = map ? map + NEWS : passage.hasMoves ? UNITS : passage.hasNews ? NEWS : 1
    this.painter.prepare(passage)
    this.tell(this.stop + 1)
    this.frame = requestAnimationFrame(began => {
      this.passage = { passage, began, length }
      this.draw(began)
    })
  }

  /** Draws a moment on the way. @param {number} now */
  draw(now) {
    if (!this.passage) return
    const { passage, began, length } = this.passage
    const spent = (now - began) * this.speed
    if (spent >= length) {
      this.arrive()
      this.timer = setTimeout(() => this.leave(), PAUSE / this.speed)
      return
    }
    const isMap = passage.glides.length > 0
    const map = isMap ? Math.min(spent / (length - NEWS), 1) : 0
    this.late = isMap && now - this.drawn > SLOW ? this.late + 1 : 0
    this.drawn = now
    if (this.late > 2 && this.painter.fineness === 1) {
      this.painter.spare()
      passage.begin()
    }
    const news = isMap ? (spent - (length - NEWS)) / NEWS : spent / length
    this.painter.showBetween(passage, { map, units: isMap ? map : spent / length, news })
    this.frame = requestAnimationFrame(next => this.draw(next))
  }

  arrive() {
    this.passage = undefined
    this.stop += 1
    this.show()
  }

  // ----------------------------------------------------------------------------------------- showing

  show() {
    const stop = this.replay.stops[this.stop]
    if (stop && !this.passage) this.painter.show(stop)
    this.tell()
  }

  /** Says where the replay is. @param {number} [at] the position */
  tell(at = this.stop) {
    const count = this.seasonsBy(at)
    const season = this.replay.seasons[count - 1]
    const phase = this.replay.stops[at]?.phase ?? ""
    const name = season?.name ?? gettext("The start")
    const words = this.isPlaying && season ? `${name}, ${this.nameOf(at)}` : name
    // What changes by itself is not read out: only what the reader has asked for.
    this.caption.setAttribute("aria-live", this.isPlaying ? "off" : "polite")
    const text = [element("strong", {}, words), season?.headline ? ` ${season.headline}` : ""]
    this.caption.replaceChildren(...text)
    const report = season && this.reports[season.id]
    if (report) this.caption.append(" ", element("a", { href: report, ...this.target }, gettext("Report")))
    this.canvas.setAttribute(
      "aria-label",
      season
        ? gettext("The map, after {season} ({phase})", { season: name, phase })
        : gettext("The map, at the start ({phase})", { phase }),
    )
    if (!this.slider || !this.playing) return
    this.slider.value = String(count)
    const place = season
      ? `, ${gettext("{number} of {count}", { number: count, count: this.replay.seasons.length })}`
      : ""
    this.slider.setAttribute("aria-valuetext", `${name}${place}`)
    this.playing.textContent = this.isPlaying ? "❚❚" : "▶"
    for (const key of ["aria-label", "title"])
      this.playing.setAttribute(key, this.isPlaying ? gettext("Pause") : gettext("Play"))
  }

  /** Returns what is played on the way to a position. @param {number} at */
  nameOf(at) {
    return gettext(KINDS[this.replay.stops[at - 1]?.phase.at(-1) ?? ""] ?? "moves")
  }

  calm() {
    if (this.playing) this.playing.hidden = calm.matches
    if (this.pace) this.pace.hidden = calm.matches
    if (calm.matches && this.isPlaying) this.pause()
  }

  resize() {
    const [wide, high] = this.replay.size
    const free =
      document.fullscreenElement === this.stage ? innerHeight - this.controls.offsetHeight - 80 : Infinity
    const width = Math.min(this.stage.clientWidth, (free * wide) / high)
    this.canvas.style.width = `${width}px`
    const dark = getComputedStyle(this.stage).colorScheme.includes("dark")
    if (!this.painter.resize(width, dark)) return
    this.passage?.passage.begin()
    this.show()
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const busy =
      event.target instanceof Element && event.target.closest("input, select, textarea, button, a, summary")
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (busy && !(event.key.startsWith("Arrow") && event.target instanceof HTMLButtonElement)) return
    if (event.key === " ") this.toggle()
    else if (event.key === "ArrowRight") this.step(1)
    else if (event.key === "ArrowLeft") this.step(-1)
    else if (event.key === "Home") this.goToSeason(0)
    else if (event.key === "End") this.goToSeason(this.replay.seasons.length)
    else return
    event.preventDefault()
  }
}

/** @type {Player[]} those of this page */
export const players = []

/** Puts a replay on its stage, or says why there is none. @param {HTMLElement} stage */
async function open(stage) {
  try {
    const replay = await loadReplay(stage.dataset.replay ?? "")
    const fonts = ["20px", "italic 20px"].map(font => document.fonts.load(`${font} "Libre Caslon Text"`))
    await Promise.allSettled(fonts)
    players.push(new Player(stage, replay))
    stage.dataset.ready = "true"
  } catch (problem) {
    const words =
      problem instanceof ReplayError ? problem.message : gettext("The data of the replay is spoilt.")
    stage.replaceChildren(element("p", { role: "alert", class: "z-remark" }, words))
  }
}

for (const stage of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-replay]")))
  open(stage)
