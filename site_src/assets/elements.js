// Elements of a page, made by script.
import { N_ } from "./language.js"

/**
 * Returns an element with some attributes and children. Texts are texts, never markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [marks]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, marks = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(marks)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/**
 * Returns an element of a drawing, as SVG has them.
 * @param {string} tag
 * @param {Record<string, string | number>} [marks]
 * @param {...(Node | string)} children
 */
export function shape(tag, marks = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [name, value] of Object.entries(marks)) made.setAttribute(name, String(value))
  made.append(...children)
  return made
}

/** What is said of something that takes long, beside the button that stops it. */
export const SLOW = N_("This takes a while. Stop ends it.")

/** @param {ParentNode} root @param {string} selector of what is known to be there */
export const find = (root, selector) => /** @type {HTMLElement} */ (root.querySelector(selector))

/**
 * Returns a button that does something.
 * @param {string} name
 * @param {() => unknown} act
 * @param {Record<string, string>} [marks]
 */
export function makeButton(name, act, marks = {}) {
  const made = element("button", { type: "button", ...marks }, name)
  made.addEventListener("click", act)
  return made
}

/**
 * Returns what puts the keyboard back where it was, on the element of the same name if that has been made anew.
 * @param {HTMLElement} home
 */
export function holdFocus(home) {
  /** @param {Element} one */
  const nameOf = one => one.getAttribute("aria-label") ?? one.textContent
  const held = document.activeElement
  const name = held && held !== home && home.contains(held) ? nameOf(held) : null
  return () => {
    if (name === null || home.contains(document.activeElement)) return
    const others = /** @type {HTMLElement[]} */ ([...home.querySelectorAll("button, select, input")])
    others.find(one => nameOf(one) === name)?.focus({ preventScroll: true })
  }
}

/**
 * Returns the colour of an ink, as the style sheet has it by day and by night.
 * @param {string} ink
 */
export function colourOf(ink) {
  return `var(--z-ink-${ink.slice(1)}, light-dark(${ink}, color-mix(in oklab, ${ink} 50%, white)))`
}
