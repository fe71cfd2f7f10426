// The way of a replay from one position to the next: which borders move and from where to where, and which units.
import { pairCourses } from "./replay-data.js"

/** @typedef {{course: (number: number) => Replay.Course}} Lines what knows the points of each line by its number */
/** @typedef {[number, number, number, number]} Box left, top, right and bottom */

/** A point that goes no farther stands still, in tenths. */
const STILL = 3
/** Room round what moves: half of the broadest band along a shore, and a bit. */
export const ROOM = 130

/** One map that moves into another, borders staying what they are. */
export class Glide {
  /** @param {Lines} lines @param {Replay.Chart} from @param {Replay.Chart} to */
  constructor(lines, from, to) {
    this.from = from
    this.chart = to
    /** @type {Map<string, [Replay.Course, Replay.Course]>} */
    this.pairs = new Map()
    for (const [border, number] of to.lines) {
      const was = from.lines.get(border)
      if (was === undefined || was === number) continue
      this.pairs.set(border, pairCourses(lines.course(was), lines.course(number), from.knots[border]))
    }
    /** @type {Map<string, Replay.Course>} where the lines that move are just now */
    this.courses = new Map([...this.pairs].map(([border, [here]]) => [border, here.slice()]))
    this.box = this.findBox()
  }

  /** Returns the box round all that moves, with room for the bands along shores: nothing else is drawn anew. */
  findBox() {
    const box = [Infinity, Infinity, -Infinity, -Infinity]
    for (const [here, there] of this.pairs.values())
      for (let at = 0; at < here.length; at += 2)
        if (
          Math.hypot((here[at] ?? 0) - (there[at] ?? 0), (here[at + 1] ?? 0) - (there[at + 1] ?? 0)) > STILL
        )
          for (const course of [here, there]) stretch(box, course[at] ?? 0, course[at + 1] ?? 0)
    return /** @type {Box} */ (box.map((edge, side) => edge + (side < 2 ? -ROOM : ROOM)))
  }

  /** Returns the courses of the lines that move, part of the way. @param {number} share */
  at(share) {
    for (const [border, [here, there]] of this.pairs) {
      const course = this.courses.get(border) ?? here
      for (let at = 0; at < course.length; at += 1) {
        const from = here[at] ?? 0
        course[at] = from + ((there[at] ?? 0) - from) * share
      }
    }
    return this.courses
  }
}

/** From one position to the next. */
export class Passage {
  /** @param {Lines} lines @param {Replay.Stop} from @param {Replay.Stop} to */
  constructor(lines, from, to) {
    this.from = from
    this.to = to
    /** @type {Replay.Stop} what lies on the ground on the way: what both positions have */
    this.between = {
      ...from,
      isles: from.isles.filter(number => to.isles.includes(number)),
      marks: from.marks.filter(number => to.marks.includes(number)),
      rimMoves: String(from.under) !== String(to.under),
    }
    /** @type {Replay.Stop} the same at the end of the way */
    this.end = { ...this.between, rimMoves: false, under: to.under, charts: to.charts.slice(-1) }
    /** @type {Glide[]} */
    this.glides = []
    let chart = from.charts.at(-1) ?? from.charts[0]
    for (const next of to.charts) {
      if (chart && chart.rings === next.rings && chart.lines !== next.lines)
        this.glides.push(new Glide(lines, chart, next))
      chart = next
    }
    const kept = new Set(to.units.map(unit => unit.was))
    this.gone = from.units.filter((_, place) => !kept.has(place))
    this.hasMoves =
      this.gone.length > 0 ||
      to.units.some(unit => {
        const was = from.units[unit.was ?? -1]
        return !was || unit.tried || String(was.at) !== String(unit.at)
      })
    /** @type {HTMLCanvasElement | undefined} the ground as it has moved so far */
    this.ground = undefined
    this.reached = -1
    this.hasNews =
      from.provinces !== to.provinces || from.marks !== to.marks || from.charts.at(-1) !== to.charts.at(-1)
  }

  /** Begins anew: the ground is that of the start. */
  begin() {
    this.ground = undefined
    this.reached = -1
  }
}

/** Makes a box large enough for a point. @param {number[]} box @param {number} x @param {number} y */
export function stretch(box, x, y) {
  box[0] = Math.min(box[0] ?? x, x)
  box[1] = Math.min(box[1] ?? y, y)
  box[2] = Math.max(box[2] ?? x, x)
  box[3] = Math.max(box[3] ?? y, y)
}
