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

/** Returns the orders of a file as they are typed: the lines of each section below its name. @param {string} text */
function writeOrders(text) {
  const named = listSections(text).map(({ name }) => ({ name, lines: listLines(text, name) }))
  return named
    .filter(({ lines }) => lines.length)
    .map(({ name, lines }) => `${name}:\n${lines.map(one => one.text).join("\n")}\n`)
    .join("\n")
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
