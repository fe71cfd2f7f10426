// Drafts of orders, kept by the browser: by page, season and power, so that zines on one server keep theirs apart.

/** Returns under which name the browser keeps something. @param {...string} parts */
export const keyOf = (...parts) => ["zinegen", location.pathname, ...parts].join(" ")

/** Returns what the browser keeps; nothing where it keeps nothing or may not be asked. @param {...string} parts */
export function recall(...parts) {
  try {
    return localStorage.getItem(keyOf(...parts)) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text, and tells whether the browser took it. @param {string} text @param {...string} parts */
export function keep(text, ...parts) {
  try {
    localStorage.setItem(keyOf(...parts), text)
    return true
  } catch {
    return false
  }
}

/** @param {...string} parts */
export function forget(...parts) {
  try {
    localStorage.removeItem(keyOf(...parts))
  } catch {
    // What cannot be asked keeps nothing.
  }
}

/** @param {string} season @param {string} power @returns {Desk.Draft | undefined} */
export function recallDraft(season, power) {
  try {
    const draft = JSON.parse(recall(season, power) ?? "null")
    return typeof draft?.text === "string" && typeof draft.blank === "string" ? draft : undefined
  } catch {
    return undefined
  }
}

/**
 * Keeps what was written as a draft, and tells whether the browser took it. A blank file is none.
 * @param {string} season
 * @param {string} power
 * @param {string} text
 * @param {string} blank
 */
export function saveDraft(season, power, text, blank) {
  if (text !== blank) return keep(JSON.stringify({ text, blank }), season, power)
  forget(season, power)
  return true
}

/**
 * Calls when another window has changed a draft of this page.
 * @param {(season: string, power: string) => void} changed
 */
export function watchDrafts(changed) {
  addEventListener("storage", event => {
    const [, path, season = "", ...power] = (event.key ?? "").split(" ")
    if (path === location.pathname) changed(season, power.join(" "))
  })
}
