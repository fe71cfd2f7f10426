// Lays the map after over the map before. Without this both stand one below the other, complete.
for (const box of document.querySelectorAll(".z-compare")) {
  const bar = box.querySelector(".z-compare__bar")
  const slider = bar.querySelector("input")
  const show = () => {
    box.style.setProperty("--z-split", `${slider.value}%`)
    slider.setAttribute("aria-valuetext", `${slider.value} % before, ${100 - slider.value} % after`)
  }
  bar.hidden = false
  box.classList.add("z-compare--on")
  slider.addEventListener("input", show)
  show()
}

// The theme's search is a dialog without a name.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search")
