// The data that pages load and the engine answers, as their scripts read them: types alone, which no page loads.
// What each means stands in docs/map-data.md ("map.json", "choices.json") and docs/engine.md.
declare namespace Data {
  // ------------------------------------------------------------------------------ map.json
  type Unit = { text: string; power: string }
  type Province = {
    name: string
    abbreviation: string
    terrain: string
    iced?: boolean
    closed?: boolean
    centre?: boolean
    home?: string
    owner?: string
    unit?: Unit
    dislodged?: Unit
    touches?: string[]
    armies?: string[]
    fleets?: Record<string, string[]>
    at?: [number, number]
    coasts?: Record<string, [number, number]>
    outline?: number[][]
  }
  type Position = { phase: string; size: [number, number] | null; provinces: Record<string, Province> }
  type Differences = { phase?: string; provinces?: Record<string, Record<string, unknown>> }
  type Mark = {
    kind: string
    from?: string | null
    to?: string | null
    /** the unit that is helped or carried */
    of?: string | null
    /** the fleets that carry */
    via?: string[]
    /** those of an event */
    provinces?: string[]
    /** those that are to touch where others part */
    joins?: string[]
    /** apart, together, change or guard */
    event?: string
    /** what is built: A, F or M */
    unit?: string
    coast?: string | null
    /** how often a guard guards */
    number?: number
  }
  type Order = {
    id: string
    phase: string
    power: string
    section: string
    at: string[]
    text: string
    result: "succeeds" | "fails" | "void"
    why: string
    because: string[]
    mark?: Mark
  }
  type Facts = {
    format: number
    season: string
    variant: string
    /** the colour of each on paper */
    powers: Record<string, string>
    signs: Record<string, { letter: string; slug: string }>
    before: Position
    between?: Differences[]
    after?: Differences
    lines: string[]
    orders: Order[]
    throws?: Record<string, Record<string, number>>
  }

  // -------------------------------------------------------------------------- choices.json
  /** the text that a click adds, and the nodes that follow */
  type Step = [string, ...number[]]
  type Node = {
    provinces?: Record<string, Step>
    /** each begins with its label */
    buttons?: [string, string, ...number[]][]
    end?: boolean
  }
  /** a kind of order about the map */
  type EventKind = {
    /** by which a line is known */
    words: string[]
    /** its mark: apart, together, change, guard; empty where it has none */
    event: string
    does: string
  }
  type Choices = {
    format: number
    headings: Record<string, { title: string; ask: string; events?: EventKind[] }>
    powers: Record<string, Record<string, number>>
    nodes: Node[]
  }

  // ----------------------------------------------------------------------------- desk.json
  type PowerFile = {
    /** its name */
    file: string
    /** as the program makes it, before anybody wrote into it */
    text: string
    ink: string
    /** where a platform opens it in its editor; empty where it is not there yet */
    edit: string
    /** where a platform opens the editor of a new file */
    new: string
    /** where a platform takes files */
    upload: string
    /** where a platform opens a new issue that hands in; empty where none is read */
    issue: string
    /** the path of the file to be handed in, from the repository's root */
    path: string
  }
  type Desk = {
    format: number
    game: string
    title: string
    season: string
    when: string
    phases: string[]
    /** headings whose orders are drawn on the map */
    drawn: string[]
    orders: "open" | "sealed" | "by-gm"
    keys: string[]
    gm: string
    contact: { text: string; to: string } | null
    /** bytes that an order file may have */
    most: number
    powers: Record<string, PowerFile>
  }

  // ---------------------------------------------------------- engine.json, the engine's answers
  type ListedFile = { name: string; size: number }
  type EngineList = {
    format: number
    protocol: number
    version: string
    program: ListedFile
    /** what checks recorded seasons, loaded where that is asked for */
    checks: ListedFile
    /** the programs that play, likewise */
    bots: ListedFile
    runtime: { folder: string; files: ListedFile[]; lock: object; version: string }
  }
  /** in bytes */
  type Progress = { loaded: number; total: number }
  type Engine = {
    /** fails with a plain sentence where there is no answer */
    ask: (question: object) => Promise<any>
    /** adds what checks recorded seasons */
    loadChecks: () => Promise<unknown>
    /** adds the programs that play */
    loadBots: () => Promise<unknown>
    /** of the program */
    version: string
  }
  /** what came of one of the checks of a season */
  type CheckedPart = {
    name: "digests" | "seals" | "throws" | "judge"
    count: number
    wrong: string[]
    notes: string[]
    unchecked: number
  }
  type FoundReceipt = {
    season: string
    power: string
    file: string
    status: "accepted" | "late" | "none" | "void" | "unreadable"
    reason: string
    received: string
  }
  type Finding = {
    level: "error" | "warning" | "note"
    /** from 1; 0 where the file as a whole is meant */
    line: number
    /** from 1; 0 where no line in particular is meant */
    column: number
    width: number
    source: string
    what: string
    meant: string
    hint: string
    if_left: string
  }
  type Checked = {
    findings: Finding[]
    read: { line: number; text: string; canonical: string }[]
    orders: (Drawable & { section: string })[]
  }
  /** what a message comes to */
  type Taken = {
    /** why nothing comes of it; else empty, and all the rest is there */
    refused: string
    text: string
    /** whether it holds orders and nothing else */
    is_bare: boolean
    /** how many lines hold orders */
    read: number
    left_out: { first: number; last: number; text: string; why: string }[]
    kept: string[]
    gone: string[]
    /** on the message alone */
    findings: Finding[]
  }
  type Opened = {
    position: string
    phase: string
    /** of the phase */
    title: string
    /** the headings under which something is asked for in it, each with its name */
    asked: Record<string, string>
    powers: string[]
    data: Position
    dislodged: Record<string, string[]>
  }
  type Judged = Opened & {
    needs: { label: string; candidates: string[] } | null
    /** what was thrown, by label */
    throws: Record<string, number>
    orders: Order[]
    report: { title: string; lines: string[] }[]
    findings: Finding[]
    changes: Changes
    winners: string[] | null
  }
  /** pairs of provinces that touch no longer, and that touch now */
  type Changes = { apart?: [string, string][]; together?: [string, string][] }
  /** an order; one without a result has not been judged */
  type Drawable = { id: string; power: string; text: string; result?: string; mark?: Mark }
}

// What a replay is once it has been unpacked; docs/map-data.md, "replay.json".
declare namespace Replay {
  /** x and y of each point, in tenths of a drawing unit */
  type Course = Float64Array
  type Path = {
    path: string
    /** scale, x and y */
    place?: [number, number, number]
    fill?: string
    stroke?: string
    width?: number
    dash?: number[]
    fillOpacity?: number
    strokeOpacity?: number
    round?: boolean
    clip?: string
  }
  type Ground = {
    name: string
    at: [number, number, number, number]
    arms?: number[]
    terrain: "water" | "land" | "mountain"
    iced?: boolean
    sunk?: boolean
    closed?: boolean
    centre?: [number, number]
    owner?: string
    tint?: string
    shade?: number
  }
  type Unit = {
    kind: string
    power: string
    in: string
    at: [number, number]
    was?: number
    lead?: [number, number]
    via?: [number, number][]
    tried?: [number, number]
    dislodged?: boolean
    frame?: "trapped" | "iced"
  }
  type Chart = {
    lines: Map<string, number>
    rings: Map<string, number[][]>
    knots: Record<string, [number, number]>
  }
  type Stop = {
    season: number
    phase: string
    /** the maps that lead here, the last of which is this one's own */
    charts: Chart[]
    provinces: Map<string, Ground>
    isles: number[]
    under: number[]
    marks: number[]
    units: Unit[]
    /** on the way to another, what lies off the board is not what either has */
    rimMoves?: boolean
  }
  type Tile = { width: number; height: number; turned: number; shapes: Path[] }
  type Inks = {
    neutral: string[]
    /** Laid over seas of the second shade and on, and how opaque. */
    seaTints: string[]
    seaTint: number
    sea: string
    bands: Path[]
    isle: string
    seaBorder: Path[]
    oldCoast: Path[]
    seaIce: string
    border: Path
    frontier: Path
    landName: string
    seaName: string
    edge: string
    names: [number, number]
    plate: [number, number]
    edges: [number, number]
  }
  type Data = {
    title: string
    size: [number, number]
    seasons: { id: string; name: string; headline: string }[]
    powers: Record<string, { letter: string; ink: string; tints: string[]; pattern?: string }>
    inks: Inks
    dark: Record<string, string>
    patterns: Record<string, Tile>
    symbols: Record<string, Path[]>
    lines: string[]
    shapes: Path[]
    stops: Stop[]
  }
}
