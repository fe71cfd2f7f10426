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

/** What is shown of a state: a part of a page is made anew only where what it hangs on is not what it was. */
export class Shown {
  /** @type {Map<string, unknown[]>} */
  #last = new Map()

  /** @param {string} part @param {...unknown} on */
  isNew(part, ...on) {
    const old = this.#last.get(part)
    this.#last.set(part, on)
    return !old || on.some((one, place) => one !== old[place])
  }
}

/** Writes words where others stand; what a reader was told already is not told again. @param {HTMLElement} home @param {string} words */
export function say(home, words) {
  if (home.textContent !== words) home.textContent = words
}
