// A map made by clicking: who has a keyboard types the name of the shape that is lit at once.

const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-focus]"))
const isWanted = !matchMedia("(pointer: coarse)").matches && !document.querySelector("[data-told]")
// Going to the place that the address names takes the focus away; only then is it given.
if (field && isWanted)
  addEventListener("load", () => setTimeout(() => field.focus({ preventScroll: true }), 50))
