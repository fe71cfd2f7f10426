// Draws units, orders and changes of the map over a sheet of the map table, in the signs of the printed pictures: a
// move is an arrow, a support a dotted line, a convoy a wave, a hold a ring. What failed is broken and bears a cross,
// so that no colour is needed to see it.
import { colourOf, shape } from "./elements.js"
import {
  away,
  between,
  CLEAR,
  closest,
  goThrough,
  lengthOf,
  middleOf,
  nearest,
  resample,
  surround,
  swing,
  trim,
  wave,
} from "./lines.js"
import { pointsOf } from "./map-facts.js"

/**
 * @typedef {import("./lines.js").Point} Point in tenths of a drawing unit
 *
 * @typedef {Pick<Data.Facts, "lines" | "powers" | "signs"> & {position: Data.Position}} Ground what is drawn over
 */

const UNIT = 125
const HEAD = 165
const CROSS = 66
const SHIP =
  "M-100-118C-80-132 80-132 100-118C118-70 118-20 100 28C80 18-80 18-100 28C-118-20-118-70-100-118z"
const HULL = "M-136 44L136 44L92 122L-92 122z"
const STAR = "M0-140L48-66L133-43L78 25L82 113L0 81L-82 113L-78 25L-133-43L-48-66z"
/** How far a way may swing out, as a part of its length. */
const BENDS = [0, 0.1, -0.1, 0.18, -0.18, 0.28, -0.28, 0.4, -0.4]
const HALO = "var(--z-paper)"
const OWN = "var(--z-own)"
const RED = "var(--z-fail)"

/** Gives a group the colour that its parts have. @param {SVGElement} group @param {string} ink */
function paint(group, ink) {
  group.style.setProperty("--z-own", ink)
  return group
}

/** Draws a line, thicker where the style sheet says so: on a phone. @param {string} d @param {string} stroke @param {number} width @param {string} [dash] */
function line(d, stroke, width, dash) {
  const drawn = shape("path", {
    d,
    fill: "none",
    stroke,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...(dash ? { "stroke-dasharray": dash } : {}),
  })
  const grown = (/** @type {string | number} */ step) => `calc(${step}px * var(--z-pen, 1))`
  drawn.style.strokeWidth = grown(width)
  if (dash) drawn.style.strokeDasharray = dash.split(" ").map(grown).join(", ")
  return drawn
}

/** Marks what is drawn larger on a phone, about a point. @param {Point} at */
const growing = ([x, y]) => ({ class: "z-grows", "transform-origin": `${Math.round(x)} ${Math.round(y)}` })

/** @param {Point} at @param {number} r @param {Record<string, string | number>} marks */
const disc = ([cx, cy], r, marks) => shape("circle", { cx, cy, r, ...marks })

/** @param {Point[]} points */
const path = points => `M${points.map(one => one.map(Math.round).join(" ")).join("L")}`

/**
 * Returns where a unit stands; undefined where the province is not drawn.
 * @param {Ground} ground
 * @param {string | null | undefined} key
 * @param {string} [place] names its coast, such as StP/sc
 * @returns {Point | undefined}
 */
export function findSpot(ground, key, place = "") {
  const province = key ? ground.position.provinces[key] : undefined
  const at = province?.coasts?.[place] ?? province?.at
  return at && [at[0] * 10, at[1] * 10]
}

/** Returns the colour of a power. @param {Ground} ground @param {string} power */
const inkOf = (ground, power) => colourOf(ground.powers[power] ?? "#1b1a17")

/** Returns where the unit of a province stands. @param {Ground} ground @param {string | null | undefined} key */
const findUnit = (ground, key) =>
  findSpot(ground, key, ground.position.provinces[key ?? ""]?.unit?.text.split(" ")[1])

/** Returns where a dislodged unit stands, beside its conqueror. @param {Ground} ground @param {string | null | undefined} key */
function findLost(ground, key) {
  const at = findSpot(ground, key)
  return at && /** @type {Point} */ ([at[0] + 1.3 * UNIT, at[1] + 1.3 * UNIT])
}

/** @param {string} kind A, F, M or A/F @param {string} letter */
function drawCounter(kind, letter) {
  const rim = { stroke: HALO, "stroke-width": 28, "stroke-linejoin": "round", "paint-order": "stroke" }
  const text = shape("text", {
    y: kind === "F" ? -4 : kind === "A/F" ? 22 : 54,
    "text-anchor": "middle",
    "font-size": letter.length === 1 ? 150 : 105,
    "font-weight": "bold",
    fill: HALO,
  })
  text.textContent = letter
  const bodies = {
    A: [disc([0, 0], 122, rim)],
    F: [shape("path", { d: HULL, ...rim }), shape("path", { d: SHIP, ...rim })],
    M: [shape("path", { d: STAR, ...rim })],
    "A/F": [shape("path", { d: HULL, ...rim }), disc([0, -32], 112, rim)],
  }
  return shape("g", { fill: OWN }, ...(bodies[/** @type {"A"} */ (kind)] ?? bodies.A), text)
}

/**
 * Returns a unit at a point.
 * @param {Ground} ground
 * @param {Data.Unit} unit
 * @param {Point} at
 */
export function drawUnit(ground, unit, at) {
  const letter = ground.signs[unit.power]?.letter ?? unit.power.slice(0, 1)
  const transform = `translate(${at.map(Math.round).join(" ")})`
  const counter = drawCounter(unit.text.split(" ")[0] ?? "A", letter)
  return paint(shape("g", { class: "z-unit", transform }, counter), inkOf(ground, unit.power))
}

/**
 * Returns all units of a position, the dislodged ones in broken rings.
 * @param {Ground} ground
 */
export function drawUnits(ground) {
  const layer = shape("g", { class: "z-units" })
  for (const [key, province] of Object.entries(ground.position.provinces)) {
    const at = findUnit(ground, key)
    const lost = findLost(ground, key)
    if (province.unit && at) layer.append(drawUnit(ground, province.unit, at))
    if (!province.dislodged || !lost) continue
    const ring = { fill: HALO, stroke: RED, "stroke-width": 20, "stroke-dasharray": "50 28" }
    layer.append(disc(lost, 158, ring), drawUnit(ground, province.dislodged, lost))
  }
  return layer
}

/**
 * Returns what orders look like over the position that they were given in. Every order is a group with its `id` as
 * `data-order`.
 * @param {Ground} ground
 * @param {Data.Drawable[]} orders
 */
export function drawOrders(ground, orders) {
  const marks = new OrderMarks(ground, orders)
  return shape("g", { class: "z-orders-drawn" }, ...marks.draw())
}

class OrderMarks {
  /** @param {Ground} ground @param {Data.Drawable[]} orders */
  constructor(ground, orders) {
    this.ground = ground
    this.orders = orders
    this.units = Object.keys(ground.position.provinces)
      .filter(key => ground.position.provinces[key]?.unit)
      .map(key => /** @type {Point} */ (findUnit(ground, key) ?? [-1e5, -1e5]))
    /** @type {Map<Data.Drawable, Point[]>} the ways of those who go */
    this.ways = new Map()
    for (const order of orders) {
      const way = this.plan(order)
      if (way) this.ways.set(order, way)
    }
  }

  /** Supports and rings lie under the arrows, the crosses of what failed above all. */
  draw() {
    const below = []
    const above = []
    for (const order of this.orders) {
      const drawn = this.drawOrder(order)
      const group = shape("g", {
        class: `z-drawn z-drawn--${order.mark?.kind} is-${order.result ?? "open"}`,
        "data-order": order.id,
      })
      paint(group, inkOf(this.ground, order.power)).append(...drawn)
      if (drawn.length) this.ways.has(order) ? above.push(group) : below.push(group)
    }
    return [...below, ...above]
  }

  /** Returns the way of a unit that goes. @param {Data.Drawable} order @returns {Point[] | undefined} */
  plan(order) {
    const { kind, from, to, via = [] } = order.mark ?? {}
    if (kind !== "move" && kind !== "retreat") return undefined
    const start = kind === "retreat" ? findLost(this.ground, from) : findUnit(this.ground, from)
    const end = findSpot(this.ground, to, order.text.split(" - ").at(-1)?.split(" ")[0])
    if (!start || !end || away(start, end) < 1) return undefined
    const stops = via.map(key => findUnit(this.ground, key)).filter(one => one !== undefined)
    const met = this.orders.some(
      one => one.mark?.kind === "move" && one.mark.from === to && one.mark.to === from,
    )
    const way = stops.length ? goThrough(start, stops, end) : this.bend(start, end, met)
    const taken = this.units.some(one => away(one, end) < 1)
    return trim(way, 0, (taken ? UNIT : 0) + (isSound(order) ? 25 : taken ? CROSS : 2 * CROSS))
  }

  /** Returns a way with one bend that keeps clear of units. @param {Point} start @param {Point} end @param {boolean} [met] */
  bend(start, end, met) {
    const others = this.units.filter(one => away(one, start) > 40 && away(one, end) > 40)
    const least = Math.max(0.12, 80 / away(start, end))
    let best = swing(start, end, 0)
    let harm = Infinity
    for (const part of met ? BENDS.map(one => Math.abs(one) + least) : BENDS) {
      const way = swing(start, end, part)
      let cost = 260 * Math.abs(part) ** 1.5
      for (const point of way) for (const other of others) cost += 6 * Math.max(0, CLEAR - away(point, other))
      if (cost < harm) [best, harm] = [way, cost]
    }
    return best
  }

  /** @param {Data.Drawable} order @returns {Node[]} */
  drawOrder(order) {
    const { kind = "", from } = order.mark ?? {}
    const way = this.ways.get(order)
    const at = findUnit(this.ground, from)
    if (way) return drawArrow(way, order)
    if (kind === "support" || kind === "convoy") return this.drawHelp(order)
    if (kind === "event") return this.drawEvent(order, order.mark ?? { kind })
    if (!at) return []
    if (kind === "hold") {
      const broken = isSound(order) ? [] : drawCross([at[0] + 120, at[1] - 120], order)
      return [disc(at, 172, { fill: "none", stroke: OWN, "stroke-width": 22 }), ...broken]
    }
    if (kind === "remove" || kind === "disband") {
      const spot = kind === "disband" ? (findLost(this.ground, from) ?? at) : at
      const broken = isSound(order) ? [] : drawCross([spot[0] + 150, spot[1] - 150], order)
      return [...drawStrike(spot), ...broken]
    }
    if (kind === "build") return this.drawBuild(order, at)
    return []
  }

  /** Returns a support or a convoy, to the arrow of the unit where it goes as this says, else to the unit. @param {Data.Drawable} order */
  drawHelp(order) {
    const { kind, from, of, to } = order.mark ?? {}
    const start = findUnit(this.ground, from)
    const goal = findUnit(this.ground, of)
    if (!start || !goal) return []
    const other = [...this.ways.keys()].find(
      ({ mark }) => mark?.kind === "move" && mark.from === of && mark.to === to,
    )
    const way = other && this.ways.get(other)
    const [low, high] = kind === "convoy" ? [0.1, 0.9] : [0.4, 0.7]
    const end = way ? nearest(way, start, low, high) : goal
    const course = trim(this.bend(start, end), UNIT - 10, way ? 20 : UNIT + 40)
    const broken = isSound(order) ? [] : drawCross(course[course.length >> 1] ?? end, order)
    const dot = disc(course.at(-1) ?? end, 32, { fill: OWN, stroke: HALO, "stroke-width": 10 })
    if (kind === "support") {
      const d = path(course)
      return [line(d, HALO, 62), line(d, OWN, 30, "1 56"), dot, ...broken]
    }
    const round = path(wave(surround(start, 195)))
    const d = away(start, end) > 320 ? round + path(wave(course)) : round
    return [line(d, HALO, 56), line(d, OWN, 24), ...broken]
  }

  /** @param {Data.Drawable} order @param {Point} at */
  drawBuild(order, at) {
    const text = `${order.mark?.unit ?? "A"} ${order.mark?.from}`
    const badge = /** @type {Point} */ ([at[0] + 94, at[1] - 94])
    const plus = `M${badge[0] - 40} ${badge[1]}h80m-40-40v80`
    const sign = [disc(badge, CROSS, { fill: HALO, stroke: OWN, "stroke-width": 10 }), line(plus, OWN, 24)]
    return [
      drawUnit(this.ground, { text, power: order.power }, at),
      ...(isSound(order) ? sign : drawCross(badge, order)),
    ]
  }

  /** @param {Data.Drawable} order @param {Data.Mark} mark */
  drawEvent(order, { event, provinces = [], joins = [] }) {
    const [a, b] = provinces
    const [c, d] = event === "together" ? provinces : joins
    const drawn = event === "apart" && a && b ? drawCut(this.ground, a, b) : []
    if (c && d) drawn.push(...drawLink(this.ground, c, d))
    const course = a && b ? drawCourse(this.ground, a, b) : []
    const spot = (course.length ? middleOf(course) : undefined) ?? findSpot(this.ground, a)
    if (!drawn.length && spot) drawn.push(...drawPlace(spot, event === "guard"))
    return isSound(order) || !spot ? drawn : [...drawn, ...drawCross(spot, order)]
  }
}

/** Returns the sign of a place that is to change, a diamond, or to stay as it is, a shield. @param {Point} at @param {boolean} stays */
function drawPlace([x, y], stays) {
  const d = stays
    ? `M${x - 92} ${y - 98}l92-14l92 14v108l-32 68l-60 40l-60-40l-32-68z`
    : `M${x} ${y - 118}l118 118l-118 118l-118-118z`
  return [line(d, HALO, 60), line(d, OWN, 28)]
}

/**
 * Returns what has come apart as cuts and what has come together as links.
 * @param {Ground} ground
 * @param {Data.Changes} changes
 */
export function drawChanges(ground, { apart = [], together = [] }) {
  const layer = paint(shape("g", { class: "z-changes-drawn" }), "var(--z-ink)")
  for (const [a, b] of apart)
    layer.append(shape("g", { "data-apart": `${a} ${b}` }, ...drawCut(ground, a, b)))
  for (const [a, b] of together)
    layer.append(shape("g", { "data-together": `${a} ${b}` }, ...drawLink(ground, a, b)))
  return layer
}

/** Tells whether an order came about, or waits to be judged. @param {Data.Drawable} order */
const isSound = order => order.result === undefined || order.result === "succeeds"

/** Returns the sign of failure; its ring is broken where the order was not even considered. @param {Point} at @param {Data.Drawable} order */
function drawCross([x, y], order) {
  const dash = order.result === "void" ? "22 16" : "none"
  const ring = disc([x, y], CROSS, { fill: HALO, stroke: RED, "stroke-width": 10, "stroke-dasharray": dash })
  const legs = line(`M${x - 32} ${y - 32}l64 64m0-64l-64 64`, RED, 24)
  return [shape("g", growing([x, y]), ring, legs)]
}

/** Returns the cross over a unit that goes. @param {Point} at */
function drawStrike([x, y]) {
  const d = `M${x - 110} ${y - 110}l220 220m0-220l-220 220`
  return [line(d, HALO, 60), line(d, RED, 32)]
}

/** @param {Point[]} way @param {Data.Drawable} order */
function drawArrow(way, order) {
  const tip = way.at(-1) ?? [0, 0]
  const back = [...way].reverse().find(one => away(one, tip) >= HEAD) ?? way[0] ?? tip
  const far = Math.max(1, away(tip, back))
  const [dx, dy] = [(tip[0] - back[0]) / far, (tip[1] - back[1]) / far]
  /** @param {number} behind @param {number} aside @returns {Point} */
  const corner = (behind, aside) => [tip[0] - dx * behind - dy * aside, tip[1] - dy * behind + dx * aside]
  const head = `${path([tip, corner(HEAD, 84), corner(0.72 * HEAD, 0), corner(HEAD, -84)])}z`
  const shaft = path(trim(way, 0, 0.8 * HEAD))
  const width = order.result === "void" ? 26 : 46
  return [
    line(shaft, HALO, width + 36),
    shape("path", {
      d: head,
      fill: OWN,
      stroke: HALO,
      "stroke-width": 20,
      "paint-order": "stroke",
      ...growing(tip),
    }),
    line(shaft, OWN, width, isSound(order) ? undefined : "55 105"),
    ...(isSound(order) ? [] : drawCross(tip, order)),
  ]
}

/** Returns a jagged red cut along the border of two provinces. @param {Ground} ground @param {string} a @param {string} b */
function drawCut(ground, a, b) {
  const course = resample(drawCourse(ground, a, b), 55)
  const jag = course.map((point, place) => {
    const [to, from] = [course[place + 1] ?? point, course[place - 1] ?? point]
    const far = Math.max(1, away(to, from))
    const off = (place % 2 ? 42 : -42) * (place && place < course.length - 1 ? 1 : 0)
    return /** @type {Point} */ ([
      point[0] - ((to[1] - from[1]) / far) * off,
      point[1] + ((to[0] - from[0]) / far) * off,
    ])
  })
  return jag.length > 1 ? [line(path(jag), HALO, 66), line(path(jag), RED, 30)] : []
}

/** Returns a bar with two knobs that joins two provinces. @param {Ground} ground @param {string} a @param {string} b */
function drawLink(ground, a, b) {
  const ends = [findSpot(ground, a), findSpot(ground, b)]
  const [from, to] = closest(outlinePoints(ground, a), outlinePoints(ground, b)) ?? ends
  if (!from || !to) return []
  const [start, end] = [reach(from, ends[0]), reach(to, ends[1])]
  const d = path([start, from, to, end])
  const knob = { fill: OWN, stroke: HALO, "stroke-width": 14 }
  return [line(d, HALO, 72), line(d, OWN, 40), disc(start, 54, knob), disc(end, 54, knob)]
}

/** Returns a point some way from one towards another. @param {Point} from @param {Point | undefined} to */
const reach = (from, to) => (to ? between(from, to, Math.min(0.7, 150 / Math.max(1, away(from, to)))) : from)

/** Returns the line where two provinces meet, the longest of several; none where they do not. @param {Ground} ground @param {string} a @param {string} b */
function drawCourse(ground, a, b) {
  const [one, other] = [a, b].map(key => (ground.position.provinces[key]?.outline ?? []).flat())
  const shared = new Set(other?.map(Math.abs))
  /** @type {Point[]} */
  let best = []
  for (const number of one ?? []) {
    if (!shared.has(Math.abs(number))) continue
    const points = pointsOf(ground.lines, number)
    if (lengthOf(points) > lengthOf(best)) best = points
  }
  return best
}

/** @param {Ground} ground @param {string} key */
const outlinePoints = (ground, key) =>
  (ground.position.provinces[key]?.outline ?? []).flat().flatMap(number => pointsOf(ground.lines, number))
