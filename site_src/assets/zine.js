// Lays the map after over the map before. Without this both stand one below the other, complete.
for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".z-compare"))) {
  const bar = /** @type {HTMLElement} */ (box.querySelector(".z-compare__bar"))
  const slider = /** @type {HTMLInputElement} */ (bar.querySelector("input"))
  const show = () => {
    const before = slider.valueAsNumber
    box.style.setProperty("--z-split", `${before}%`)
    slider.setAttribute("aria-valuetext", `${before} % before, ${100 - before} % after`)
  }
  bar.hidden = false
  box.classList.add("z-compare--on")
  slider.addEventListener("input", show)
  show()
}

// A page says which deadlines had passed when it was made; others may have since.
for (const one of /** @type {NodeListOf<HTMLTimeElement>} */ (
  document.querySelectorAll("time[data-deadline]")
))
  if (Date.parse(one.dateTime) <= Date.now()) one.after(" (passed)")

// The theme's search is a dialog without a name.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search")

// What scrolls sideways can be reached by keyboard, and only that: a stop at every table would be a nuisance.
const wide = new ResizeObserver(entries => {
  for (const { target } of entries) {
    const scrolls = target.scrollWidth > target.clientWidth + 1
    const name = target.querySelector("caption, title")?.textContent ?? "Scrolls sideways"
    const marks = { tabindex: "0", role: "group", "aria-label": name }
    for (const [key, value] of Object.entries(marks))
      scrolls ? target.setAttribute(key, value) : target.removeAttribute(key)
  }
})
addEventListener("load", () => {
  for (const box of document.querySelectorAll(".z-scroll, .md-typeset__scrollwrap")) wide.observe(box)
})
