// The atlas of a game: which two maps lie one over the other.

/** @param {HTMLElement} home */
export function openAtlas(home) {
  const bar = /** @type {HTMLElement} */ (home.querySelector(".z-compare__bar"))
  const places = ["before", "after"].map((name, number) => ({
    choice: home.querySelectorAll("select")[number],
    link: /** @type {HTMLAnchorElement} */ (home.querySelector(`.z-compare__${name}`)),
    names: [bar, /** @type {HTMLElement} */ (home.querySelector("figcaption"))].map(
      one => one.querySelectorAll("span")[number],
    ),
  }))
  const show = () => {
    for (const { choice, link, names } of places) {
      const option = choice?.selectedOptions[0]
      const picture = link.querySelector("img")
      if (!option || !picture) continue
      if (picture.getAttribute("src") !== option.value) picture.src = option.value
      picture.alt = option.dataset.alt ?? ""
      link.href = option.value
      for (const name of names) if (name) name.textContent = option.text
    }
  }
  home.addEventListener("change", event => {
    if (event.target instanceof HTMLSelectElement) show()
  })
  show() // a browser that comes back to the page has kept what was chosen
}
