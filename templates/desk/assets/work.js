// Shows how far some work in the background is, and what became of it.

const work = /** @type {HTMLElement | null} */ (document.querySelector("[data-work]"))

/** Asks until the work is over. @param {string} address */
async function follow(address) {
  const answer = await fetch(address)
  if (!answer.ok) return location.reload()
  const state = await answer.json()
  if (state.code !== null) return location.reload()
  const step = work?.querySelector("[data-step]")
  if (step && state.step) step.textContent = state.step
  const bar = /** @type {HTMLProgressElement | null} */ (work?.querySelector("[data-percent]"))
  if (bar) bar.value = state.percent
  const lines = document.querySelector("[data-lines]")
  if (lines) lines.textContent = state.lines.join("\n")
  setTimeout(() => follow(address), 400)
}

if (work?.dataset["work"]) follow(work.dataset["work"])
