// What the engine finds in an order file, in words, and underlined in its text.
import { gettext, splitAt } from "./language.js"
import { element, makeButton } from "./elements.js"

/**
 * @typedef {object} Deeds what the buttons do
 * @property {(line: number, column: number) => void} goToLine both from 0
 * @property {(finding: Data.Finding) => void} mend
 */

const RANKS = ["error", "warning", "note"]

/**
 * Returns what was found, an item each, and how lines were read that are written otherwise.
 * @param {Data.Checked} answer
 * @param {Deeds} deeds
 */
export function listFindings({ findings, read }, deeds) {
  const found = RANKS.flatMap(level => findings.filter(one => one.level === level)).map(one => {
    const item = element("li", { class: `is-${one.level}` }, ...placeOf(one.line, one.column, deeds))
    item.append(describeFinding(one))
    if (one.meant && one.width)
      item.append(
        " ",
        makeButton(gettext("Write {line}", { line: one.meant }), () => deeds.mend(one)),
      )
    return item
  })
  const otherwise = read.filter(one => one.canonical !== one.text.replace(/\s+/g, " ").trim())
  const readings = otherwise.map(one =>
    element(
      "li",
      { class: "is-reading" },
      ...placeOf(one.line, 1, deeds),
      ...splitAt(gettext("read as {line}"), element("code", {}, one.canonical)),
    ),
  )
  return [...found, ...readings]
}

/** Returns what was found, how to mend it and what happens else. @param {Pick<Data.Finding, "what" | "hint" | "if_left">} finding */
export function describeFinding({ what, hint, if_left }) {
  const words = [what, hint, if_left && gettext("if left: {what}", { what: if_left })].filter(Boolean)
  return words.map(closeSentence).join(" ")
}

/** @param {string} words */
const closeSentence = words =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? "" : "."}`

/** @param {number} line @param {number} column @param {Deeds} deeds */
function placeOf(line, column, deeds) {
  if (!line || !column) return []
  return [
    makeButton(gettext("Line {line}", { line }), () => deeds.goToLine(line - 1, column - 1), {
      class: "z-place",
    }),
    " ",
  ]
}

/**
 * Underlines in a text what was found.
 * @param {HTMLElement} under
 * @param {string} text
 * @param {Data.Finding[]} findings
 */
export function underline(under, text, findings) {
  const lines = text.split("\n")
  const parts = lines.flatMap((line, number) => {
    const mine = findings
      .filter(one => one.line === number + 1 && (one.width || one.level === "error"))
      .sort((one, other) => one.column - other.column)
    /** @type {(string | HTMLElement)[]} */
    const made = []
    let at = 0
    for (const one of mine) {
      const start = Math.max(at, one.width ? one.column - 1 : 0)
      const end = Math.min(line.length, one.width ? start + one.width : line.length)
      if (end <= start) continue
      made.push(line.slice(at, start), element("mark", { class: `is-${one.level}` }, line.slice(start, end)))
      at = end
    }
    return [...made, line.slice(at), "\n"]
  })
  under.replaceChildren(...parts)
}
