// Elements of a page, made by script.

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
