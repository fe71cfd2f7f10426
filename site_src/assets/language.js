// Texts of scripts in the language of the zine.
import { choose, messages } from "./messages.js"

/** @typedef {Record<string, string | number>} Values what stands in place of names in braces */

/** Returns a text as it is: it is translated where it is shown. @param {string} text */
export const N_ = text => text

/**
 * Returns a text in the language of the zine.
 * @param {string} text in English
 * @param {Values} [values]
 */
export function gettext(text, values) {
  const found = messages[text]
  return fill(typeof found === "string" ? found : text, values)
}

/**
 * Returns a text that has several meanings, in the one that the context tells.
 * @param {string} context
 * @param {string} text
 * @param {Values} [values]
 */
export function pgettext(context, text, values) {
  const found = messages[`${context}\u0004${text}`]
  return fill(typeof found === "string" ? found : text, values)
}

/**
 * Returns a text for a number of things, which is `{number}` in it.
 * @param {string} one
 * @param {string} many
 * @param {number} number
 * @param {Values} [values]
 */
export function ngettext(one, many, number, values) {
  const found = messages[one]
  const forms = Array.isArray(found) ? found : [one, many]
  const text = Array.isArray(found) ? forms[choose(number)] : forms[Number(number !== 1)]
  return fill(text ?? many, { number, ...values })
}

/**
 * Returns the parts of a text round the name in braces in it, with a node in the place of that.
 * @param {string} text
 * @param {Node} node
 * @returns {(string | Node)[]}
 */
export function splitAt(text, node) {
  const [before = "", after = ""] = text.split(/\{\w+\}/)
  return [before, node, after]
}

/** Returns a power's name. @param {string} name in English, as data have it */
export const namePower = name => pgettext("power", name)

/**
 * @param {string} text
 * @param {Values} [values]
 */
function fill(text, values) {
  return values ? text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all)) : text
}
