// The editor of an issue: the page beside the text as it is typed, and pictures put in where the cursor stands.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-issue]"))
const text = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("f-prose"))
const live = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-live]"))
const PAUSE = 700

let waiting = 0

/** Shows the text as it is now, once nobody has typed for a moment. */
function preview(pause = PAUSE) {
  clearTimeout(waiting)
  waiting = setTimeout(() => live && form?.requestSubmit(live), pause)
}

/** Puts words into the text where the cursor stands. @param {string} words */
function insert(words) {
  if (!text) return
  const { selectionStart: start, selectionEnd: end } = text
  text.setRangeText(words, start, end, "end")
  text.focus()
  text.dispatchEvent(new Event("input", { bubbles: true }))
}

for (const button of document.querySelectorAll("[data-insert]"))
  button.addEventListener("click", () =>
    insert(`\n\n${/** @type {HTMLElement} */ (button).dataset["insert"]}`),
  )
for (const button of document.querySelectorAll("[data-around]"))
  button.addEventListener("click", () => {
    const sign = /** @type {HTMLElement} */ (button).dataset["around"]
    if (text) insert(`${sign}${text.value.slice(text.selectionStart, text.selectionEnd)}${sign}`)
  })

const pictures = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-pictures]"))
pictures?.addEventListener("submit", async event => {
  event.preventDefault()
  const said = pictures.querySelector("[data-said]")
  const content = new FormData(pictures)
  content.append("json", "1")
  const answer = await fetch(pictures.action, { method: "POST", body: content })
  if (answer.ok) {
    insert(`\n\n${(await answer.json()).markdown}\n\n`)
    pictures.reset()
    if (said) said.textContent = ""
  } else if (said) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    said.textContent = page.querySelector("[role=alert]")?.textContent ?? answer.statusText
  }
})

/** Keeps with a draft which version of the file it was begun from: so a newer one is never written over. */
function keepDigest() {
  const digest = /** @type {HTMLInputElement | null} */ (form?.elements.namedItem("digest"))
  const key = `draft ${form?.getAttribute("action")} `
  const drafts = Object.keys(localStorage).filter(one => one.startsWith(key))
  if (!digest) return
  if (drafts.some(one => one !== `${key}digest`)) localStorage.setItem(`${key}digest`, digest.value)
  else localStorage.removeItem(`${key}digest`)
}

document.documentElement.dataset["scripted"] = ""
form?.addEventListener("input", () => {
  keepDigest()
  preview()
})
preview(0)
