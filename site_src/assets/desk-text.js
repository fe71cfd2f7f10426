// An order file as text: where its sections begin and end, which line is about which unit, and lines put in and taken out.
// It is read as TOML writes it, line by line, and what is not understood stays as it stands.
import { provinceOf } from "./map-facts.js"

/**
 * @typedef {object} Section
 * @property {string} name
 * @property {number} open the line of the file that opens it, from 0
 * @property {number} close the line that closes it; the last line where none does
 */

const OPEN = /^\s*([a-z]+)\s*=\s*('''|""")(.*)$/

/** Returns the sections of an order file. @param {string} text @returns {Section[]} */
export function listSections(text) {
  const found = []
  const lines = text.split("\n")
  for (let at = 0; at < lines.length; at += 1) {
    const [, name = "", quotes = "", rest = ""] = OPEN.exec(lines[at] ?? "") ?? []
    if (!name) continue
    const open = at
    if (!rest.includes(quotes)) at = lines.findIndex((line, number) => number > open && line.includes(quotes))
    if (at < 0) at = lines.length - 1
    found.push({ name, open, close: at })
  }
  return found
}

const HEAD = /^(?:[ \t]*(?:(?:game|season|power)[ \t]*=.*)?\n)*/

/** Returns what says of a file whose it is, and the rest. @param {string} text @returns {[string, string]} */
export function cutHead(text) {
  const [head = ""] = HEAD.exec(text) ?? []
  return [head, text.slice(head.length)]
}

/**
 * Returns the lines inside a section, without remarks; each with its number in the file, from 0.
 * @param {string} text
 * @param {string} name
 */
export function listLines(text, name) {
  const section = listSections(text).find(one => one.name === name)
  if (!section) return []
  const lines = text.split("\n").slice(section.open + 1, section.close)
  return lines
    .map((line, place) => ({ number: section.open + 1 + place, text: cutRemark(line) }))
    .filter(line => line.text)
}

/** @param {string} line */
const cutRemark = line => line.replace(/#.*$/, "").trim()

/** Returns the unit that a line begins with. @param {string} line */
export const unitOf = line => /^(?:A\/F|A|F|M) [^\s:]+/.exec(line)?.[0]

/**
 * Returns what tells what a line orders a unit to do: nothing where it is about another, empty where it only names it.
 * @param {string} unit such as `F StP/sc`
 * @returns {(line: string) => string | undefined}
 */
export function ordersOf(unit) {
  const [kind = "", place = ""] = unit.split(" ")
  const [province = "", coast] = place.split("/")
  /** @param {string} part */
  const quote = part => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const kinds = kind === "A" ? "A|Army" : kind === "F" ? "F|Fleet" : quote(kind)
  const coasts = coast ? `(?:\\s*[/(]\\s*${quote(coast)}\\)?)?` : ""
  const head = new RegExp(
    `^(?:[-*\\d.)]+\\s+)?(?:${kinds})\\s+${quote(province)}${coasts}(?![\\w/])[:,]?`,
    "i",
  )
  return line => {
    const bare = cutRemark(line)
    const found = head.exec(bare)
    return found ? bare.slice(found[0].length).trim() : undefined
  }
}

/**
 * Returns the file with a line in a section: in place of those that it replaces, else behind all others.
 * @param {string} text
 * @param {string} name
 * @param {string} line
 * @param {(line: string) => boolean} replaces
 */
export function putLine(text, name, line, replaces) {
  const whole = openSection(text, name)
  const { open, close } = /** @type {Section} */ (listSections(whole).find(one => one.name === name))
  const lines = whole.split("\n")
  const inside = lines.slice(open + 1, close)
  const at = inside.findIndex(one => replaces(cutRemark(one)))
  const kept = inside.filter((one, place) => place === at || !replaces(cutRemark(one)))
  const put = at < 0 ? [...kept, line] : kept.map(one => (one === inside[at] ? line : one))
  return [...lines.slice(0, open + 1), ...put, ...lines.slice(close)].join("\n")
}

/**
 * Returns the file without some lines of a section; a unit that stood there stays as a unit without an order.
 * @param {string} text
 * @param {string} name
 * @param {(line: string) => boolean} isMeant
 * @param {string} [left] what stands in place of the first of them
 */
export function dropLines(text, name, isMeant, left) {
  const section = listSections(text).find(one => one.name === name)
  if (!section) return text
  let stands = left
  return text
    .split("\n")
    .flatMap((line, number) => {
      if (number <= section.open || number >= section.close || !isMeant(cutRemark(line))) return [line]
      const instead = stands === undefined ? [] : [stands]
      stands = undefined
      return instead
    })
    .join("\n")
}

/** Returns the file with a section that can take lines between its quotes. @param {string} text @param {string} name */
function openSection(text, name) {
  const section = listSections(text).find(one => one.name === name)
  const lines = text.split("\n")
  if (!section) {
    const note = lines.findIndex(line => /^\s*#?\s*note\s*=|^\s*\[/.test(line))
    const end = note < 0 ? lines.length - (lines.at(-1) === "" ? 1 : 0) : note
    return [...lines.slice(0, end), `${name} = '''`, "'''", ...lines.slice(end)].join("\n")
  }
  const [, , quotes = "'''", rest = ""] = OPEN.exec(lines[section.open] ?? "") ?? []
  const last = lines[section.close] ?? ""
  if (section.open === section.close) {
    // One line, `orders = '''A Par - Bur'''`, becomes three; one that nobody closed is closed.
    const [inside = "", after = ""] = rest.split(quotes)
    const head = (lines[section.open] ?? "").slice(0, (lines[section.open] ?? "").indexOf(quotes) + 3)
    const made = [head, ...(inside.trim() ? [inside.trim()] : []), quotes + after]
    return [...lines.slice(0, section.open), ...made, ...lines.slice(section.open + 1)].join("\n")
  }
  const [before = "", after] = last.split(quotes)
  if (after === undefined) return [...lines, quotes].join("\n")
  if (!before.trim()) return text
  return [
    ...lines.slice(0, section.close),
    before.trim(),
    quotes + after,
    ...lines.slice(section.close + 1),
  ].join("\n")
}

const UNIT = "(?:A/F|A|F|M) (\\S+)"
const WITH_POWER = `(?:\\p{Lu}+ )?${UNIT}`
/** @type {[RegExp, (...names: string[]) => Data.Mark][]} canonical lines, and what is drawn of them */
const LINES = [
  [
    new RegExp(`^${UNIT} S ${WITH_POWER}(?: - (\\S+))?$`, "u"),
    (from, of, to) => ({ kind: "support", from, of, to: to ?? of }),
  ],
  [
    new RegExp(`^${UNIT} C ${WITH_POWER} - (\\S+)$`, "u"),
    (from, of, to) => ({ kind: "convoy", from, of, to }),
  ],
  [new RegExp(`^${UNIT} - ([^\\s,]+)`, "u"), (from, to) => ({ kind: "move", from, to })],
  [new RegExp(`^${UNIT} H$`, "u"), from => ({ kind: "hold", from })],
  [/^build A (\S+)$/u, from => ({ kind: "build", from, unit: "A" })],
  [/^build F (\S+)$/u, from => ({ kind: "build", from, unit: "F" })],
  [new RegExp(`^remove ${UNIT}$`, "u"), from => ({ kind: "remove", from })],
]

/**
 * Returns the kind of order about the map that a line gives, by its words; undefined where it is none that is known.
 * @param {Data.EventKind[]} kinds
 * @param {string} line
 */
export function findEvent(kinds, line) {
  const words = line.toLowerCase().split(/[^a-z]+/)
  return kinds
    .filter(({ words: [first = ""] }) => words.includes(first))
    .map(kind => ({ kind, at: words.indexOf(kind.words[0] ?? ""), missing: countMissing(kind.words, words) }))
    .sort((one, other) => one.at - other.at || one.missing - other.missing)[0]?.kind
}

/** @param {string[]} wanted @param {string[]} words */
const countMissing = (wanted, words) => wanted.filter(word => !words.includes(word)).length

/**
 * Returns what is drawn of a line about the map; nothing where it names no place or nobody has said what it does.
 * @param {Map<string, string>} names the keys of provinces by what orders call them
 * @param {Data.EventKind[]} kinds
 * @param {string} line
 * @param {string} power
 * @returns {Data.Drawable | undefined}
 */
export function readEvent(names, kinds, line, power) {
  const kind = findEvent(kinds, line)
  if (!kind?.event) return undefined
  const spoken = new Set(kind.words)
  const keys = line
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => !spoken.delete(word.toLowerCase()))
    .flatMap(word => names.get(word) ?? [])
  const provinces = kind.event === "change" && keys.length > 2 ? keys.slice(0, 1) : keys.slice(0, 2)
  const mark = {
    kind: "event",
    event: kind.event,
    provinces,
    joins: kind.event === "apart" ? keys.slice(2) : [],
  }
  return keys.length ? { id: "", power, text: line, mark } : undefined
}

/**
 * Returns what is drawn of a line that is written as the program writes it; nothing of any other.
 * @param {Map<string, string>} names the keys of provinces by what orders call them
 * @param {string} line
 * @param {string} power
 * @returns {Data.Drawable | undefined}
 */
export function readLine(names, line, power) {
  for (const [form, mark] of LINES) {
    const found = form.exec(line)
    if (!found) continue
    const keys = found.slice(1).map(name => name && names.get(provinceOf(name)))
    if (found.slice(1).some((name, place) => name && !keys[place])) return undefined
    return { id: "", power, text: line, mark: mark(.../** @type {string[]} */ (keys)) }
  }
  return undefined
}
