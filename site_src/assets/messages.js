// What the scripts of the pages say in the zine's language, by what they say in English. In a zine that is not in English
// the build puts another file in the place of this one.

/** @type {Record<string, string | string[]>} a text, or its forms for numbers */
export const messages = {}

/** @type {(number: number) => number} which of the forms a number takes */
export const choose = number => Number(number !== 1)
