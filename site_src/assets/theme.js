// What the theme would write into every page as inline scripts, as one file: pages have none, so that a strict policy
// can forbid them. It runs in the head, before anything is drawn.
{
  const { scope = ".", palettes = "[]" } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset
  const place = new URL(scope, location.href)

  /** Returns what the reader's browser keeps by a name; null where nothing is kept or it may not be asked. */
  const recall = (/** @type {string} */ name, storage = localStorage, at = place) => {
    try {
      return JSON.parse(storage.getItem(`${at.pathname}.${name}`) ?? "null")
    } catch {
      return null
    }
  }
  const keep = (
    /** @type {string} */ name,
    /** @type {unknown} */ value,
    storage = localStorage,
    at = place,
  ) => {
    try {
      storage.setItem(`${at.pathname}.${name}`, JSON.stringify(value))
    } catch {
      // Full, or forbidden: then nothing is kept.
    }
  }
  const hash = (/** @type {string} */ text) =>
    [...text].reduce((sum, letter) => (sum << 5) - sum + letter.charCodeAt(0), 0)
  Object.assign(window, { __md_scope: place, __md_get: recall, __md_set: keep, __md_hash: hash })

  /** Sets the colours that the reader has chosen. */
  const setColours = () => {
    let chosen = recall("__palette")?.color
    if (chosen?.media === "(prefers-color-scheme)") {
      const media = `(prefers-color-scheme: ${matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"})`
      chosen = JSON.parse(palettes).find((/** @type {{media: string}} */ one) => one.media === media)
    }
    for (const [name, value] of Object.entries(chosen ?? {}))
      document.body.setAttribute(`data-md-color-${name}`, String(value))
  }
  new MutationObserver((_, observer) => {
    if (!document.body) return
    observer.disconnect()
    setColours()
  }).observe(document.documentElement, { childList: true })

  // Something is looked for on the search page.
  if (/[?&]q=[^&]/.test(location.search)) document.documentElement.dataset.finds = ""

  // A question for the board of What if? stands at the end of the address.
  if (/^#(?:games\/|rules\/|1\.)/.test(location.hash)) document.documentElement.dataset.asked = ""

  /** Opens the tabs in the text that the reader has chosen, or that the address names. */
  const openTabs = () => {
    const chosen = [recall("__tabs") ?? []].flat()
    for (const set of document.querySelectorAll(".tabbed-set")) {
      const labels = [...set.querySelectorAll("label")]
      const names = labels.map(label => label.textContent?.trim() ?? "")
      const name = chosen.find(one => names.includes(one))
      const input = labels[names.indexOf(name)]?.control
      if (input instanceof HTMLInputElement) input.checked = true
    }
    const named = document.getElementById(location.hash.slice(1))
    if (named instanceof HTMLInputElement && named.name.startsWith("__tabbed_")) named.checked = true
  }
  const hideAnnouncement = () => {
    const banner = /** @type {HTMLElement | null} */ (document.querySelector("[data-md-component=announce]"))
    const words = banner?.querySelector(".md-typeset")?.innerHTML
    if (banner && words !== undefined && hash(words) === recall("__announce")) banner.hidden = true
  }
  document.addEventListener("DOMContentLoaded", () => {
    openTabs()
    hideAnnouncement()
  })
}
