// Orders clicked at the desk: the order desk of the zine's pages, and the form by which its file is taken in.
import { forget, keyOf } from "./desk-drafts.js"
import { openDesk } from "./order-desk.js"

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-desk]"))
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-hand-in]"))
const desk = root ? await openDesk(root) : undefined

/** Puts a value into a field that nobody sees. @param {string} name @param {string} value */
function fill(name, value) {
  const field = /** @type {HTMLInputElement | null} */ (form?.elements.namedItem(name))
  if (field) field.value = value
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
    fill("file", text)
    sessionStorage.setItem("sent", form.action)
    sessionStorage.setItem("sent draft", keyOf(data.season, power))
  })
  if (form.dataset["private"] !== undefined) addEventListener("pagehide", forgetDraft)
}
