// Orders clicked at the desk: the order desk of the zine's pages, and the form by which its file is taken in.
import { forget, keyOf } from "./desk-drafts.js"
import { listLines, listSections } from "./desk-text.js"
import { openDesk } from "./order-desk.js"

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-desk]"))
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-hand-in]"))
const desk = root ? await openDesk(root) : undefined

/** Puts a value into a field that nobody sees. @param {string} name @param {string} value */
function fill(name, value) {
  const field = /** @type {HTMLInputElement | null} */ (form?.elements.namedItem(name))
  if (field) field.value = value
}

const NOTE =
  /^[ \t]*note[ \t]*=[ \t]*(?:\'\'\'([^]*?)\'\'\'|"""([^]*?)"""|\'([^\'\n]*)\'|("(?:[^"\\\n]|\\.)*"))/m

/** Returns the lines of the note that stands in an order file. @param {string} text */
function readNote(text) {
  const [, literal, long, short, quoted] = NOTE.exec(text) ?? []
  const lines = (literal ?? long ?? short ?? (quoted ? readQuoted(quoted) : "")).split("\n")
  return lines.map(one => one.trim()).filter(Boolean)
}

/** Returns what stands between quotes, which is written as JSON writes it. @param {string} text */
function readQuoted(text) {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}

/** Returns a file as it is typed: the lines of each section below its name, and the note. @param {string} text */
function writeOrders(text) {
  const named = listSections(text).map(({ name }) => ({
    name,
    lines: listLines(text, name),
  }))
  const orders = named
    .filter(({ name, lines }) => name !== "note" && lines.length)
    .map(({ name, lines }) => `${name}:\n${lines.map(one => one.text).join("\n")}\n`)
  const note = readNote(text).map(line => `note: ${line}\n`)
  return [...orders, note.join("")].join("\n")
}

/** Forgets what was written for a power: it is handed in, or nobody is to find it in this browser. */
function forgetDraft() {
  const { data, power } = desk?.stage.state ?? {}
  if (data && power) forget(data.season, power)
}

if (desk && form) {
  form.hidden = false
  form.addEventListener("submit", event => {
    const { data, power, text } = desk.stage.state
    if (!power) {
      event.preventDefault()
      return
    }
    fill("power", (data.powers[power]?.file ?? "").replace(/\.toml$/, ""))
    fill("text", writeOrders(text))
    sessionStorage.setItem("sent", form.action)
    sessionStorage.setItem("sent draft", keyOf(data.season, power))
  })
  if (form.dataset["private"] !== undefined) addEventListener("pagehide", forgetDraft)
}
