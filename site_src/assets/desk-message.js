// Pasted messages and bare lines at the order desk: which text is one, and what is told of how it was read.
import { gettext, ngettext } from "./language.js"
import { listSections } from "./desk-text.js"
import { element, find } from "./elements.js"

/** Tells whether a text is to be read as a message: it says something, and is no order file. @param {string} text */
export const isMessage = text => /[\p{L}\p{N}]/u.test(text) && !listSections(text).length

/** Tells whether a place of a text lies under a heading, between its quotes. @param {string} text @param {number} at */
export function isUnderHeading(text, at) {
  const line = text.slice(0, at).split("\n").length - 1
  const isAtBegin = text.slice(0, at).endsWith("\n")
  return listSections(text).some(
    ({ open, close }) => open < line && (line < close || (line === close && isAtBegin)),
  )
}

const OF_FILES = /^\s*(?:#|\[|[\w-]+\s*=|$)/

/** Returns the lines of a file that stand under no heading, and the file without them. @param {string} text @returns {[string, string]} */
export function cutBare(text) {
  const sections = listSections(text)
  /** @param {string} line @param {number} at */
  const isBare = (line, at) =>
    !OF_FILES.test(line) && !sections.some(({ open, close }) => open <= at && at <= close)
  const lines = text.split("\n")
  const bare = lines.filter(isBare)
  return [bare.join("\n"), lines.filter((line, at) => !isBare(line, at)).join("\n")]
}

/** Returns in a sentence what came of a message. @param {Data.Taken} taken */
export function describeMessage({ read, left_out: left, kept }) {
  const rest = kept.length
    ? ` ${ngettext("{number} other of those that stood there kept.", "{number} others of those that stood there kept.", kept.length)}`
    : ""
  const count = left.reduce((sum, one) => sum + one.last - one.first + 1, 0)
  const out = count ? ` ${ngettext("{number} line left out:", "{number} lines left out:", count)}` : ""
  const told = ngettext(
    "Read as a message: {number} line with orders.",
    "Read as a message: {number} lines with orders.",
    read,
  )
  return `${told}${rest}${out}`
}

/** Shows what came of a message, each line that was left out with its place. @param {Element} section @param {Desk.Message | undefined} message */
export function showMessage(section, message) {
  const { said = "", left = [], findings = [] } = message ?? {}
  find(section, "[role=status]").textContent = said
  find(section, "ol").replaceChildren(
    ...left.map(({ first, last, text, why }) => {
      const place =
        first === last
          ? gettext("Line {line}", { line: first })
          : gettext("Lines {first} to {last}", { first, last })
      const told = findings.find(one => one.line === first)
      const cited = text ? gettext("{what}: {said}", { what: place, said: text }) : place
      const words = `${cited} (${told ? told.what : why})`
      return element("li", { class: told ? "is-warning" : "" }, words, hintOf(told))
    }),
    ...findings
      .filter(one => !one.line)
      .map(one => element("li", { class: "is-warning" }, one.what, hintOf(one))),
  )
  find(section, "ol").hidden = !left.length && !findings.length
}

/** @param {Data.Finding | undefined} finding */
const hintOf = finding => (finding?.hint ? `. ${gettext("Try: {hint}.", { hint: finding.hint })}` : "")
