// Lines of points for what is drawn over a map: ways that bend, go through stops, and end before a counter.

/** @typedef {[number, number]} Point */

/** Least distance from the middle of a unit that has nothing to do with a way. */
export const CLEAR = 185

/** @param {Point} a @param {Point} b */
export const away = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** @param {Point} a @param {Point} b @param {number} part @returns {Point} */
export const between = (a, b, part) => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]

/** Returns the two points of two outlines that are nearest to each other. @param {Point[]} some @param {Point[]} others @returns {[Point, Point] | undefined} */
export function closest(some, others) {
  let least = Infinity
  /** @type {[Point, Point] | undefined} */
  let best
  for (const one of some)
    for (const other of others) {
      const gap = (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
      if (gap < least) [best, least] = [[one, other], gap]
    }
  return best
}

/** @param {Point[]} points */
export const lengthOf = points =>
  points.slice(1).reduce((sum, one, place) => sum + away(one, points[place] ?? one), 0)

/** @param {Point[]} points */
export const middleOf = points => resample(points, Math.max(1, lengthOf(points) / 2))[1]

/** Returns points along a line at even distances, its ends among them. @param {Point[]} points @param {number} step */
export function resample(points, step) {
  const count = Math.max(1, Math.round(lengthOf(points) / step))
  const even = lengthOf(points) / count
  const found = points.slice(0, 1)
  let gone = 0
  for (const [place, to] of points.entries()) {
    const from = points[place - 1]
    if (!from) continue
    const far = away(from, to)
    while (found.length < count && found.length * even <= gone + far)
      found.push(between(from, to, (found.length * even - gone) / Math.max(far, 1e-9)))
    gone += far
  }
  const last = points.at(-1)
  return last && points.length > 1 ? [...found, last] : found
}

/** Returns a curve that swings out to one side. @param {Point} a @param {Point} b @param {number} part */
export function swing(a, b, part) {
  const [dx, dy] = [(b[0] - a[0]) * part * 0.887, (b[1] - a[1]) * part * 0.887]
  return Array.from({ length: 25 }, (_, step) => {
    const [x, y] = between(a, b, step / 24)
    const out = (3 * step * (24 - step)) / 24 ** 2
    return /** @type {Point} */ ([x - dy * out, y + dx * out])
  })
}

/** Returns a smooth way that passes beside each stop. @param {Point} start @param {Point[]} stops @param {Point} end */
export function goThrough(start, stops, end) {
  const beside = stops.map(stop => {
    const far = Math.max(1, away(start, end))
    const [dx, dy] = [(end[0] - start[0]) / far, (end[1] - start[1]) / far]
    const side = (stop[0] - start[0]) * dy - (stop[1] - start[1]) * dx > 0 ? 1 : -1
    return /** @type {Point} */ ([stop[0] - dy * CLEAR * side, stop[1] + dx * CLEAR * side])
  })
  const knots = [start, ...beside, end]
  /** @type {Point[]} */
  const way = [start]
  for (const [place, b] of knots.entries()) {
    const a = knots[place - 1]
    if (!a) continue
    const before = knots[place - 2] ?? a
    const next = knots[place + 1] ?? b
    for (let t = 1; t <= 12; t += 1) {
      const [u, v] = [1 - t / 12, t / 12]
      /** @param {0 | 1} axis */
      const on = axis =>
        u ** 3 * a[axis] +
        3 * u * u * v * (a[axis] + (b[axis] - before[axis]) / 5) +
        3 * u * v * v * (b[axis] - (next[axis] - a[axis]) / 5) +
        v ** 3 * b[axis]
      way.push([on(0), on(1)])
    }
  }
  return way
}

/** Returns a circle as a line. @param {Point} middle @param {number} radius */
export const surround = ([x, y], radius) =>
  Array.from({ length: 61 }, (_, step) => {
    const turn = (step * Math.PI) / 30
    return /** @type {Point} */ ([x + radius * Math.cos(turn), y + radius * Math.sin(turn)])
  })

/** Returns a line as a wave. @param {Point[]} course */
export function wave(course) {
  const points = resample(course, 14)
  return points.map((point, place) => {
    const next = points[place + 1] ?? point
    const last = points[place - 1] ?? point
    const far = Math.max(1, away(next, last))
    const off = 30 * Math.sin((place * Math.PI) / 5)
    return /** @type {Point} */ ([
      point[0] - ((next[1] - last[1]) / far) * off,
      point[1] + ((next[0] - last[0]) / far) * off,
    ])
  })
}

/** Returns the point of a way that is nearest to another, between two parts of it. @param {Point[]} way @param {Point} to @param {number} low @param {number} high */
export function nearest(way, to, low, high) {
  const points = way.slice(Math.floor(low * way.length), Math.ceil(high * way.length))
  const first = points[0] ?? to
  return points.reduce((best, one) => (away(one, to) < away(best, to) ? one : best), first)
}

/** Returns a way without what is nearer than so much to its start, and to its end. @param {Point[]} way @param {number} start @param {number} end */
export function trim(way, start, end) {
  return cut(cut(way, end).reverse(), start).reverse()
}

/** Returns a way that stops at a distance from its end, and is never empty. @param {Point[]} way @param {number} room */
function cut(way, room) {
  const last = way.at(-1)
  if (!last || room <= 0) return [...way]
  const kept = [...way]
  let gone = last
  while (kept.length > 2 && away(/** @type {Point} */ (kept.at(-1)), last) < room)
    gone = /** @type {Point} */ (kept.pop())
  const here = /** @type {Point} */ (kept.at(-1))
  const [near, far] = [away(gone, last), away(here, last)]
  if (far > room) kept.push(between(here, gone, Math.min(0.99, (far - room) / Math.max(1, far - near))))
  return kept
}
