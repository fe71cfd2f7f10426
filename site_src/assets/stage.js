// One state of a page, the steps that change it, and what draws it: once a frame, whatever has happened in it.

/** @template State */
export class Stage {
  /** @param {State} state @param {(state: State) => void} draw */
  constructor(state, draw) {
    this.state = state
    this.draw = draw
    this.frame = 0
  }

  /**
   * Takes a step that comes by itself, such as an answer: it is drawn with all that comes before the next frame.
   * @template {unknown[]} What
   * @param {(state: State, ...what: What) => State} step
   * @param {What} what
   */
  take(step, ...what) {
    this.state = step(this.state, ...what)
    this.frame ||= requestAnimationFrame(() => this.show())
  }

  /**
   * Takes a step of the reader's: it is drawn at once, for the keyboard goes along with it.
   * @template {unknown[]} What
   * @param {(state: State, ...what: What) => State} step
   * @param {What} what
   */
  act(step, ...what) {
    this.take(step, ...what)
    this.show()
  }

  show() {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    this.draw(this.state)
  }
}

/**
 * Returns what does something only where that which it hangs on is not what it was.
 * @template {unknown[]} On
 * @param {(...on: On) => void} act
 * @returns {(...on: On) => void}
 */
export function whenChanged(act) {
  /** @type {On | undefined} */
  let last
  return (...on) => {
    const old = last
    last = on
    if (!old || on.some((one, place) => one !== old[place])) act(...on)
  }
}

/** Writes words where others stand; what a reader was told already is not told again. @param {HTMLElement} home @param {string} words */
export function say(home, words) {
  if (home.textContent !== words) home.textContent = words
}
