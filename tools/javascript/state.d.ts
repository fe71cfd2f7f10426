// What the pages with a state know: the order desk and What if?. Types alone, which no page loads; the steps from one
// state to the next are in desk-state.js, desk-clicks.js and what-if-state.js.

declare namespace Desk {
  type Stage = import("../../site_src/assets/stage.js").Stage<State>
  type State = {
    data: Data.Desk
    /** none where the map cannot be fetched */
    position: Data.Position | undefined
    /** empty while none is chosen */
    power: string
    text: string
    past: string[]
    future: string[]
    /** when something was typed last, in milliseconds */
    typed: number
    /** whether the lines that say whose file it is are shown */
    isHeadShown: boolean
    /** about the file; empty where what its units wait for is told */
    said: string
    /** none where orders are only typed */
    clicks: Clicks | undefined
    check: Check
    /** what the engine has read */
    checked: { text: string; answer: Data.Checked } | undefined
    /** what came of the last message; none while nothing was pasted */
    message: Message | undefined
    hand: Handing
    known: Known
  }
  /** what is known of the engine that checks the file */
  type Check = {
    /** the words on the button that loads it; empty where the site has none */
    offer: string
    isLoading: boolean
    /** the share of it that has been loaded */
    loaded: number
    /** whether all that is written is checked by now */
    isOn: boolean
    /** whether a check takes longer than a player waits without wondering */
    isSlow: boolean
    said: string
  }
  type Message = { said: string; left: Data.Taken["left_out"]; findings: Data.Finding[] }
  type Handing = {
    said: string
    /** the text about whose mistakes the player was asked */
    asked: string
    /** what was sealed, and of what text */
    sealed?: { of: string; text: string }
  }
  /** what a player has loaded of a game that keeps secrets */
  type Known = { report?: Report; said: string; isKept: boolean }
  type Report = { power: string; game: string; season: string; facts: Fact[] }
  type Fact = { kind: string; places: string[] }
  /** a unit that has something to do, and the heading under which its orders stand */
  type OwnUnit = { text: string; key: string; section: string }
  /** what was written, and the empty file that it began with */
  type Draft = { text: string; blank: string }
  /** a file to be handed in */
  type OrderFile = { name: string; text: string }

  /** orders by clicks: a line that has come so far */
  type Clicks = {
    choices: Data.Choices
    power: string
    /** the heading under which the line will stand */
    section: string
    walk: Walk
    /** whether the line shall take the place of one that it contradicts */
    isMeant: boolean
  }
  /** where a line has been, and last where it is; empty where there is nothing to order */
  type Walk = Place[]
  type Place = { line: string; todo: number[] }
}

declare namespace Try {
  type Stage = import("../../site_src/assets/stage.js").Stage<State>
  type State = {
    question: Question
    /** none while the engine is not loaded */
    turns: Turn[]
    /** whether the orders are shown, not the position after them */
    arrows: boolean
    /** where orders are clicked */
    clicks: Desk.Clicks | undefined
    /** of the clicks */
    said: string
    /** whether the board is changed by hand */
    isLaying: boolean
    /** the province that is changed */
    chosen: string
    /** the words on the button that loads the engine; empty where none is to be pressed */
    offer: string
    loading: Data.Progress | undefined
    isBusy: boolean
    /** whether that takes longer than a reader waits without wondering */
    isSlow: boolean
    trouble: string
    /** the power that the reader plays against programs; empty where all orders are the reader's */
    player: string
    /** from which the programs' choices follow */
    seed: number
  }
  type Turn = {
    before: Data.Opened
    texts: Texts
    throws: Record<string, number>
    answer?: Data.Judged
    /** whether the orders are others than those that were answered */
    isChanged?: boolean
  }
  type Question = {
    /** the page it begins from: games/GAME/SEASON or rules/VARIANT */
    at: string
    layout?: Layout
    steps: { texts: Texts; throws: Record<string, number> }[]
  }
  /** what is written under each heading, by power */
  type Texts = Record<string, Record<string, string>>
  /** what was put on the board by hand; what is left out is as it was */
  type Layout = {
    phase?: string
    options?: Record<string, string | number | boolean | string[]>
    units?: Record<string, string[]>
    centres?: Record<string, string[]>
    events?: string[]
  }
}
