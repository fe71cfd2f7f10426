// What every page of the desk does: drafts outlive a closed tab, files are dropped in, and results are read out.

/** Where the draft of a field is kept: by the page and the form's own address. @param {HTMLElement} field */
function draftKey(field) {
  const form = field.closest("form")
  return `draft ${form?.getAttribute("action")} ${field.getAttribute("name")}`
}

/** Keeps what is typed into a field until its form was sent and taken. @param {HTMLTextAreaElement | HTMLInputElement} field */
function keepDraft(field) {
  const key = draftKey(field)
  const kept = localStorage.getItem(key)
  if (kept !== null && kept !== field.value) field.value = kept
  field.addEventListener("input", () => {
    if (field.value === field.defaultValue) localStorage.removeItem(key)
    else localStorage.setItem(key, field.value)
  })
  field.form?.addEventListener("submit", () =>
    sessionStorage.setItem("sent", field.form?.getAttribute("action") ?? ""),
  )
}

/** Forgets the drafts of the form that was sent last, once the page says that all went well. */
function forgetDrafts() {
  const sent = sessionStorage.getItem("sent")
  if (sent === null || !document.querySelector("[data-done]")) return
  const orders = sessionStorage.getItem("sent draft")
  for (const key of Object.keys(localStorage))
    if (key === orders || key.startsWith(`draft ${sent} `)) localStorage.removeItem(key)
  sessionStorage.removeItem("sent")
  sessionStorage.removeItem("sent draft")
}

/** Takes files that are dropped on a form's field. @param {HTMLElement} place */
function takeDrops(place) {
  const field = /** @type {HTMLInputElement | null} */ (place.querySelector("input[type=file]"))
  if (!field) return
  const mark = (/** @type {boolean} */ isOver) => place.classList.toggle("d-drop--over", isOver)
  place.addEventListener("dragover", event => (event.preventDefault(), mark(true)))
  place.addEventListener("dragleave", () => mark(false))
  place.addEventListener("drop", event => {
    event.preventDefault()
    mark(false)
    if (event.dataTransfer?.files.length) field.files = event.dataTransfer.files
    field.dispatchEvent(new Event("change"))
  })
}

forgetDrafts()
for (const field of document.querySelectorAll("textarea[data-draft], input[data-draft]"))
  keepDraft(/** @type {HTMLTextAreaElement} */ (field))
for (const place of document.querySelectorAll(".d-drop")) takeDrops(/** @type {HTMLElement} */ (place))
for (const link of document.querySelectorAll("[data-back]"))
  link.addEventListener("click", event => {
    if (history.length > 1) (event.preventDefault(), history.back())
  })
for (const button of document.querySelectorAll("button[data-copy]"))
  button.addEventListener("click", () => {
    const source = document.getElementById(/** @type {HTMLElement} */ (button).dataset["copy"] ?? "")
    if (source) navigator.clipboard.writeText(source.textContent ?? "")
    button.textContent = /** @type {HTMLElement} */ (button).dataset["copied"] ?? "✓"
  })
const told = /** @type {HTMLElement | null} */ (document.querySelector("[data-told]"))
told?.focus()
