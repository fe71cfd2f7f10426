// A game's replay, as `docs/map-data.md` describes it: read, refused where it is of a later form, unpacked into
// positions; and the courses of lines on their way from one map to the next.
import { gettext } from "./language.js"

const FORMAT = 2

/** Why there is nothing to be seen, as a sentence for the reader. */
export class ReplayError extends Error {}

/** Fetches a replay. Fails with a sentence for the reader. @param {string} address @returns {Promise<Replay.Data>} */
export async function loadReplay(address) {
  const answer = await fetch(address).catch(() => undefined)
  if (!answer?.ok) throw new ReplayError(gettext("The replay cannot be fetched just now."))
  const data = await answer.json().catch(() => undefined)
  if (typeof data?.format === "number" && data.format > FORMAT)
    throw new ReplayError(gettext("The replay is newer than this page: load the page again."))
  try {
    if (data.format !== FORMAT || !data.seasons.length || !data.stops.length)
      throw new Error("nothing to show")
    return { ...data, stops: unpack(data.stops) }
  } catch {
    throw new ReplayError(gettext("The data of the replay is spoilt."))
  }
}

/**
 * Returns the positions whole: each is written as what differs from the one before.
 * @param {any[]} stops
 * @returns {Replay.Stop[]}
 */
function unpack(stops) {
  /** @type {Replay.Chart} */
  let chart = { lines: new Map(), rings: new Map(), knots: {} }
  /** @type {Map<string, Replay.Ground>} */
  let provinces = new Map()
  /** @type {Pick<Replay.Stop, "isles" | "under" | "marks">} */
  let layers = { isles: [], under: [], marks: [] }
  return stops.map(stop => {
    const charts = stop.steps.map((/** @type {any} */ step) => {
      chart = {
        lines: change(chart.lines, step.lines),
        rings: change(chart.rings, step.rings),
        knots: step.knots ?? {},
      }
      return chart
    })
    provinces = change(provinces, stop.provinces)
    const { isles, under, marks } = { ...layers, ...stop }
    layers = { isles, under, marks }
    const { season, phase, units } = stop
    return { season, phase, units, provinces, ...layers, charts: charts.length ? charts : [chart] }
  })
}

/**
 * @template Value
 * @param {Map<string, Value>} known
 * @param {Record<string, Value | null>} [news]
 */
function change(known, news) {
  if (!news) return known
  const found = new Map(known)
  for (const [key, value] of Object.entries(news)) value === null ? found.delete(key) : found.set(key, value)
  return found
}

/** Two courses are the same as far as they are no farther apart than this. */
const ALIKE = 20
/** They are compared at points of this distance. */
const STEP = 40

/**
 * Returns two courses with as many points each, so that every point goes straight to its own in the other.
 * As far as the two are alike, from either end, points of the same length belong together; the rest of the one is
 * spread over the rest of the other. A knot is a length in the one and in the other that belong together as well.
 * @param {Replay.Course} start
 * @param {Replay.Course} goal
 * @param {[number, number]} [knot]
 * @returns {[Replay.Course, Replay.Course]}
 */
export function pairCourses(start, goal, knot) {
  const from = isRing(start) && isRing(goal) ? turnRing(start, goal) : start
  const one = lengthsOf(from)
  const two = lengthsOf(goal)
  const [whole, other] = [last(one), last(two)]
  let head = commonLength(from, one, goal, two)
  const backwards = commonLength(flip(from), lengthsOf(flip(from)), flip(goal), lengthsOf(flip(goal)))
  let tail = backwards
  if (head + tail > 0.95 * Math.min(whole, other)) head = tail = 0
  /** @type {[number, number][]} */
  const knots = [
    [0, 0],
    [head, head],
    [whole - tail, other - tail],
    [whole, other],
  ]
  if (knot) knots.push([Math.min(knot[0], whole), Math.min(knot[1], other)])
  knots.sort((a, b) => a[0] - b[0])
  const here = Float64Array.from(knots, pair => pair[0])
  const there = Float64Array.from(knots, pair => pair[1])
  for (let at = 1; at < there.length; at += 1) there[at] = Math.max(there[at] ?? 0, there[at - 1] ?? 0)
  const marks = [...new Set([...two, ...one.map(mark => lookUp(mark, here, there))])].sort((a, b) => a - b)
  return [
    pointsAt(
      from,
      one,
      marks.map(mark => lookUp(mark, there, here)),
    ),
    pointsAt(goal, two, marks),
  ]
}

/** @param {Float64Array} numbers */
const last = numbers => numbers[numbers.length - 1] ?? 0

/** @param {Replay.Course} course */
const isRing = course =>
  course.length > 6 && course[0] === course[course.length - 2] && course[1] === course[course.length - 1]

/** Returns a ring begun where it is nearest to the start of another. @param {Replay.Course} ring @param {Replay.Course} like */
function turnRing(ring, like) {
  let best = 0
  let least = Infinity
  for (let at = 0; at < ring.length - 2; at += 2) {
    const away = Math.hypot((ring[at] ?? 0) - (like[0] ?? 0), (ring[at + 1] ?? 0) - (like[1] ?? 0))
    if (away < least) [best, least] = [at, away]
  }
  return Float64Array.of(...ring.subarray(best, ring.length - 2), ...ring.subarray(0, best + 2))
}

/** @param {Replay.Course} course */
function flip(course) {
  const flipped = new Float64Array(course.length)
  for (let at = 0; at < course.length; at += 2)
    flipped.set(course.subarray(at, at + 2), course.length - 2 - at)
  return flipped
}

/** Returns for each point how far it is along its course. @param {Replay.Course} course */
function lengthsOf(course) {
  const found = new Float64Array(course.length / 2)
  for (let at = 1; at < found.length; at += 1)
    found[at] =
      (found[at - 1] ?? 0) +
      Math.hypot(
        (course[2 * at] ?? 0) - (course[2 * at - 2] ?? 0),
        (course[2 * at + 1] ?? 0) - (course[2 * at - 1] ?? 0),
      )
  return found
}

/**
 * Returns the value that belongs to a number, between those of its neighbours among some that rise.
 * @param {number} number
 * @param {Float64Array} numbers
 * @param {Float64Array} values
 */
function lookUp(number, numbers, values) {
  let [low, high] = [0, numbers.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= number) low = middle
    else high = middle
  }
  const [a = 0, b = 0, from = 0, to = 0] = [numbers[low], numbers[high], values[low], values[high]]
  const share = b > a ? Math.min(Math.max((number - a) / (b - a), 0), 1) : 1
  return from + (to - from) * share
}

/** @param {Replay.Course} course @param {Float64Array} lengths @param {number[]} marks @returns {Replay.Course} */
function pointsAt(course, lengths, marks) {
  const found = new Float64Array(marks.length * 2)
  let at = 0
  for (const [place, mark] of marks.entries()) {
    while (at < lengths.length - 2 && (lengths[at + 1] ?? 0) < mark) at += 1
    const [a = 0, b = 0] = [lengths[at], lengths[at + 1]]
    const share = b > a ? Math.min(Math.max((mark - a) / (b - a), 0), 1) : 0
    for (const axis of [0, 1]) {
      const from = course[2 * at + axis] ?? 0
      found[2 * place + axis] = from + ((course[2 * at + 2 + axis] ?? from) - from) * share
    }
  }
  return found
}

/**
 * Returns up to which length two courses are the same, or nearly so.
 * @param {Replay.Course} one
 * @param {Float64Array} lengths
 * @param {Replay.Course} two
 * @param {Float64Array} others
 */
function commonLength(one, lengths, two, others) {
  const end = Math.min(last(lengths), last(others))
  const marks = Array.from({ length: Math.ceil(end / STEP) }, (_, place) => place * STEP)
  const [here, there] = [pointsAt(one, lengths, marks), pointsAt(two, others, marks)]
  const apart = marks.findIndex(
    (_, place) =>
      Math.hypot(
        (here[2 * place] ?? 0) - (there[2 * place] ?? 0),
        (here[2 * place + 1] ?? 0) - (there[2 * place + 1] ?? 0),
      ) > ALIKE,
  )
  return marks[apart < 0 ? marks.length - 1 : Math.max(apart - 1, 0)] ?? 0
}
