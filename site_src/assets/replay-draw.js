// The map of a replay on a canvas, as the pictures of the zine are drawn: ground in its tints, names, units.
import { between } from "./lines.js"
import { readLine } from "./polylines.js"
import { ROOM, stretch } from "./replay-passage.js"

/** @typedef {import("./replay-passage.js").Box} Box */
/** @typedef {import("./replay-passage.js").Glide} Glide */
/** @typedef {import("./replay-passage.js").Passage} Passage */
/** @typedef {CanvasRenderingContext2D} Pen */

/** Maps narrower than this have the largest names and counters. */
const NARROW = 580
const GROWTH = 1.4
/** Height of a capital letter, as a part of its size. */
const CAPITAL = 0.74
const FONT = '"Libre Caslon Text", Georgia, serif'
/** How far from its middle a symbol may reach, in tenths. */
const REACH = 210

/** What the rings call all that is off the board. */
const OUTSIDE = "Out"
/** Lines no broader than a pixel are painted many times as fast as others. */
const HAIR = 0.99

export class Painter {
  /** @param {HTMLCanvasElement} canvas @param {Replay.Data} replay */
  constructor(canvas, replay) {
    this.canvas = canvas
    this.replay = replay
    this.pen = /** @type {Pen} */ (canvas.getContext("2d", { alpha: false }))
    this.dark = false
    this.scale = 1
    this.isNarrow = false
    /** Pixels of moving ground for each of the canvas: less of them where the machine is slow. */
    this.fineness = 1
    /** @type {Map<number, Replay.Course>} */
    this.courses = new Map()
    /** @type {Map<Replay.Path, HTMLCanvasElement>} */
    this.waters = new Map()
    /** @type {Map<Replay.Course, number[]>} */
    this.boxes = new Map()
    /** @type {Map<Replay.Stop, HTMLCanvasElement>} */
    this.sheets = new Map()
    /** @type {Map<string, HTMLCanvasElement>} */
    this.sprites = new Map()
    /** @type {Map<string, CanvasPattern>} */
    this.patterns = new Map()
    /** @type {WeakMap<Map<string, number[][]>, Map<string, [string?, string?]>>} */
    this.sides = new WeakMap()
    /** @type {Map<string, Path2D>} */
    this.outlines = new Map()
  }

  /** Takes the size of the stage, in pixels of the page, and whether the paper is dark. @param {number} width @param {boolean} dark */
  resize(width, dark) {
    const [wide, high] = this.replay.size
    const pixels = Math.max(1, Math.round(width * Math.min(devicePixelRatio || 1, 2)))
    if (pixels === this.canvas.width && dark === this.dark) return false
    this.canvas.width = pixels
    this.canvas.height = Math.round((pixels * high) / wide)
    this.scale = pixels / wide
    this.isNarrow = width < NARROW
    this.dark = dark
    for (const kept of [this.sheets, this.sprites, this.patterns]) kept.clear()
    return true
  }

  /** Paints ground that moves with fewer pixels from now on: with so many that its coasts are one broad. */
  spare() {
    const broad = (this.replay.inks.bands.at(-1)?.width ?? 1) * this.scale
    this.fineness = Math.min(Math.max(HAIR / broad, 0.5), 0.75)
  }

  /** Returns a line's points. @param {number} number @returns {Replay.Course} */
  course(number) {
    const found = this.courses.get(number) ?? readLine(this.replay.lines[number - 1] ?? "")
    this.courses.set(number, found)
    return found
  }

  /** Tells whether a line or the band along it may come into a box. @param {number} number @param {Box} box */
  meets(number, box) {
    const course = this.course(number)
    const own = this.boxes.get(course) ?? [Infinity, Infinity, -Infinity, -Infinity]
    if (!this.boxes.has(course))
      for (let at = 0; at < course.length; at += 2) stretch(own, course[at] ?? 0, course[at + 1] ?? 0)
    this.boxes.set(course, own)
    const [left = 0, top = 0, right = 0, bottom = 0] = own
    return left - ROOM <= box[2] && right + ROOM >= box[0] && top - ROOM <= box[3] && bottom + ROOM >= box[1]
  }

  /** @param {string} [colour] */
  ink(colour) {
    if (!colour) return "none"
    return this.dark ? (this.replay.dark[colour] ?? colour) : colour
  }

  // ----------------------------------------------------------------------------------- whole pictures

  /** Shows a position. @param {Replay.Stop} stop */
  show(stop) {
    this.lay(this.sheet(stop))
    this.begin(this.pen)
    for (const unit of stop.units) this.paintUnit(this.pen, unit, unit.at)
  }

  /**
   * Shows a moment between two positions; the shares are those of the map's way, the units', and the last
   * change of colours.
   * @param {Passage} passage
   * @param {{map: number, units: number, news: number}} shares
   */
  showBetween(passage, shares) {
    const { from, to, glides } = passage
    const number = Math.min(Math.floor(shares.map * glides.length), glides.length - 1)
    if (glides.length && shares.news <= 0) {
      this.lay(this.moveGround(passage, number, ease(shares.map * glides.length - number)))
      this.begin(this.pen)
      this.paintNames(this.pen, from, to, shares.map)
    } else {
      this.lay(glides.length && shares.news < 1 ? this.lastSheet(passage) : this.sheet(from))
      this.pen.globalAlpha = Math.min(shares.news, 1)
      if (shares.news > 0) this.lay(this.sheet(to))
      this.pen.globalAlpha = 1
    }
    this.begin(this.pen)
    this.paintUnits(passage, shares.units)
  }

  /** Draws beforehand what takes longest, while nothing moves yet. @param {Passage} passage */
  prepare(passage) {
    this.sheet(passage.to)
    if (!passage.glides.length) this.sheet(passage.from)
    else this.lastSheet(passage)
    if (passage.glides.length) this.moveGround(passage, 0, 0)
  }

  /**
   * Returns the ground part of the way: only what moves is painted again.
   * @param {Passage} passage
   * @param {number} number which of its glides it is
   * @param {number} share
   */
  moveGround(passage, number, share) {
    const { between: stop, glides } = passage
    passage.ground ??= newSheet(this.canvas.width * this.fineness, this.canvas.height * this.fineness)
    const pen = /** @type {Pen} */ (passage.ground.getContext("2d", { alpha: false }))
    this.begin(pen, this.fineness)
    if (passage.reached < 0 && glides[0]) this.paintGround(pen, glides[0].from, stop)
    // Between two pictures a glide may have come to its end unseen.
    for (let at = Math.max(passage.reached, 0); at <= number; at += 1) {
      const glide = glides[at]
      if (glide) this.paintGlide(pen, glide, stop, at < number ? 1 : share)
    }
    passage.reached = number
    return passage.ground
  }

  /** @param {Pen} pen @param {Glide} glide @param {Replay.Stop} stop @param {number} share */
  paintGlide(pen, glide, stop, share) {
    const [left = 0, top = 0, right = 0, bottom = 0] = glide.box.map(
      edge => Math.round(edge * this.scale * this.fineness) / (this.scale * this.fineness),
    )
    pen.save()
    pen.beginPath()
    pen.rect(left, top, right - left, bottom - top)
    pen.clip()
    this.paintGround(pen, glide.chart, stop, glide.at(share), glide.box)
    pen.restore()
  }

  /** @param {Passage} passage @param {number} share */
  paintUnits({ from, to, gone }, share) {
    const step = ease(share)
    this.pen.globalAlpha = 1 - step
    if (step < 1) for (const unit of gone) this.paintUnit(this.pen, unit, unit.at)
    for (const unit of to.units) {
      const was = from.units[unit.was ?? -1]
      this.pen.globalAlpha = was ? 1 : step
      const at = was ? along([was.at, ...(unit.via ?? []), unit.at], step) : unit.at
      const swing = unit.tried && was ? 0.4 * Math.sin(Math.PI * step) : 0
      const [x, y] = unit.tried ?? at
      const place = /** @type {[number, number]} */ ([
        at[0] + (x - at[0]) * swing,
        at[1] + (y - at[1]) * swing,
      ])
      this.paintUnit(this.pen, was && step < 0.5 ? { ...was, lead: undefined } : unit, place)
    }
    this.pen.globalAlpha = 1
  }

  /** @param {HTMLCanvasElement} sheet */
  lay(sheet) {
    this.pen.setTransform(1, 0, 0, 1, 0, 0)
    this.pen.drawImage(sheet, 0, 0, this.canvas.width, this.canvas.height)
  }

  /** @param {Pen} pen @param {number} [fineness] */
  begin(pen, fineness = 1) {
    pen.setTransform(this.scale * fineness, 0, 0, this.scale * fineness, 0, 0)
    pen.globalAlpha = 1
  }

  /** Returns all of a position but its units; the last few are kept. @param {Replay.Stop} stop */
  sheet(stop) {
    const same = [...this.sheets.keys()].find(
      one =>
        one.charts.at(-1) === stop.charts.at(-1) &&
        one.provinces === stop.provinces &&
        one.isles === stop.isles &&
        one.under === stop.under &&
        one.marks === stop.marks,
    )
    return this.keepSheet(same ?? stop, pen => {
      const chart = stop.charts.at(-1)
      if (chart) this.paintGround(pen, chart, stop)
      this.paintNames(pen, stop, stop, 1)
    })
  }

  /** Returns the map at the end of its way, with everything else as it was before. @param {Passage} passage */
  lastSheet({ end, to }) {
    return this.keepSheet(end, pen => {
      const chart = end.charts[0]
      if (chart) this.paintGround(pen, chart, end)
      this.paintNames(pen, end, to, 1)
    })
  }

  /** @param {Replay.Stop} key @param {(pen: Pen) => void} paint */
  keepSheet(key, paint) {
    const known = this.sheets.get(key)
    if (known) return known
    const sheet = newSheet(this.canvas.width, this.canvas.height)
    const pen = /** @type {Pen} */ (sheet.getContext("2d", { alpha: false }))
    this.begin(pen)
    paint(pen)
    this.sheets.set(key, sheet)
    for (const other of this.sheets.keys()) if (this.sheets.size > 4) this.sheets.delete(other)
    return sheet
  }

  // ------------------------------------------------------------------------------------------ ground

  /** Returns the provinces on the two sides of each border. @param {Map<string, number[][]>} rings */
  sidesOf(rings) {
    const known = this.sides.get(rings)
    if (known) return known
    /** @type {Map<string, [string?, string?]>} */
    const found = new Map()
    for (const [face, parts] of rings)
      for (const dart of face === OUTSIDE ? [] : parts.flat()) {
        const border = String(dart >> 1)
        const pair = found.get(border) ?? []
        pair[dart & 1] = face
        found.set(border, pair)
      }
    this.sides.set(rings, found)
    return found
  }

  /**
   * Paints water and ground.
   * @param {Pen} pen
   * @param {Replay.Chart} chart
   * @param {Replay.Stop} stop what lies on it
   * @param {Map<string, Replay.Course>} [moving] the lines that are elsewhere just now
   * @param {Box} [within] what is to be painted; all without it
   */
  paintGround(pen, chart, stop, moving, within) {
    const { inks } = this.replay
    /** @param {string} border */
    const courseOf = border => moving?.get(border) ?? this.course(chart.lines.get(border) ?? 0)
    /** @param {string | undefined} face */
    const groundOf = face => (face === undefined ? undefined : stop.provinces.get(face))
    /** @param {string | undefined} face */
    const isLand = face => !!face && groundOf(face)?.terrain !== "water"
    const borders = [...this.sidesOf(chart.rings)].filter(
      ([border]) => !within || moving?.has(border) || this.meets(chart.lines.get(border) ?? 0, within),
    )
    const near = new Set(borders.flatMap(([, pair]) => pair))
    /** @param {(one?: string, other?: string) => boolean} isWanted */
    const trace = isWanted => {
      const path = new Path2D()
      for (const [border, [one, other]] of borders) if (isWanted(one, other)) walk(path, courseOf(border))
      return path
    }
    const isles = new Path2D()
    for (const number of stop.isles) walk(isles, this.course(number))

    const shore = trace((one, other) => isLand(one) !== isLand(other))
    shore.addPath(isles)
    const coast = inks.bands.at(-1) ?? inks.border
    if (moving) this.paintWater(pen, shore, inks.bands.slice(0, -1))
    else {
      this.fillSea(pen)
      for (const band of inks.bands.slice(0, -1)) this.stroke(pen, shore, band)
    }
    const outline = (/** @type {string} */ face) => outlineOf(chart.rings.get(face) ?? [], courseOf)
    const faces = [...chart.rings.keys()].filter(face => near.has(face))
    this.tintSeas(pen, stop, faces, outline)
    this.stroke(pen, shore, moving ? { ...coast, round: false } : coast)
    if (stop.rimMoves) this.paintOutside(pen, outlineOf(chart.rings.get(OUTSIDE) ?? [], courseOf), stop.under)
    else for (const number of stop.under) this.paint(pen, this.replay.shapes[number], chart, courseOf)
    const isSea = (/** @type {string | undefined} */ face) => !!face && !isLand(face)
    const apart = trace(
      (one, other) => isSea(one) && isSea(other) && !groundOf(one)?.sunk && !groundOf(other)?.sunk,
    )
    for (const ink of inks.seaBorder) this.stroke(pen, apart, ink)
    this.paintSeas(pen, stop, faces, outline)
    const old = trace(
      (one, other) => isSea(one) && isSea(other) && (!!groundOf(one)?.sunk || !!groundOf(other)?.sunk),
    )
    for (const ink of inks.oldCoast) this.stroke(pen, old, ink)

    const owners = new Set([undefined, ...Object.keys(this.replay.powers)])
    for (const owner of owners) {
      const own = faces.filter(face => isLand(face) && groundOf(face)?.tint === owner)
      if (!own.length) continue
      const isOwn = (/** @type {string | undefined} */ face) => isLand(face) && groundOf(face)?.tint === owner
      this.stroke(
        pen,
        trace((one, other) => isOwn(one) !== isOwn(other)),
        inks.frontier,
      )
      for (const face of own)
        this.paintLand(pen, /** @type {Replay.Ground} */ (groundOf(face)), outline(face))
    }
    // Once for both sides: what lies between grounds is a border of each.
    this.stroke(
      pen,
      trace((one, other) => isLand(one) || isLand(other)),
      inks.border,
    )
    pen.fillStyle = this.ink(inks.isle)
    pen.fill(isles)
    for (const number of stop.marks) this.paint(pen, this.replay.shapes[number], chart, courseOf)
  }

  /** @param {Pen} pen */
  fillSea(pen) {
    pen.fillStyle = this.ink(this.replay.inks.sea)
    pen.fillRect(0, 0, ...this.replay.size)
  }

  /**
   * Paints the sea with the pale bands along shores that move. Each is painted in a sheet so coarse that it is a
   * pixel broad there: nobody sees that they are softer for a second, and otherwise they take most of the time.
   * @param {Pen} pen
   * @param {Path2D} shore
   * @param {Replay.Path[]} bands the broadest first
   */
  paintWater(pen, shore, bands) {
    const band = bands.at(-1)
    if (!band) return this.fillSea(pen)
    const scale = HAIR / (band.width ?? 1)
    const [wide, high] = this.replay.size
    const sheet = this.waters.get(band) ?? newSheet(Math.ceil(wide * scale), Math.ceil(high * scale))
    this.waters.set(band, sheet)
    const coarse = /** @type {Pen} */ (sheet.getContext("2d", { alpha: false }))
    coarse.setTransform(scale, 0, 0, scale, 0, 0)
    this.paintWater(coarse, shore, bands.slice(0, -1))
    this.stroke(coarse, shore, { ...band, round: false })
    pen.drawImage(sheet, 0, 0, sheet.width / scale, sheet.height / scale)
  }

  /**
   * Paints what lies off the board while its rim moves: lakes, and dots where there is ground besides.
   * @param {Pen} pen
   * @param {Path2D} rims
   * @param {number[]} under what lay there before
   */
  paintOutside(pen, rims, under) {
    const parts = under.map(number => this.replay.shapes[number])
    const dots = parts.find(one => one?.fill === "url(beyond)")
    const sheet = new Path2D()
    sheet.rect(0, 0, ...this.replay.size)
    rims.addPath(sheet)
    pen.save()
    pen.clip(rims, "evenodd")
    this.fill(pen, sheet, (dots ?? parts.at(-1))?.fill)
    if (dots) for (const part of parts.slice(1)) if (part?.fill !== dots.fill) this.paint(pen, part)
    pen.restore()
  }

  /** @param {Pen} pen @param {Replay.Stop} stop @param {string[]} faces @param {(face: string) => Path2D} outline */
  paintSeas(pen, stop, faces, outline) {
    for (const face of faces) {
      const ground = stop.provinces.get(face)
      if (ground?.terrain !== "water" || !(ground.sunk || ground.iced)) continue
      const path = outline(face)
      if (ground.sunk) this.fill(pen, path, "url(waves)")
      if (!ground.iced) continue
      pen.globalAlpha = 0.6
      this.fill(pen, path, this.replay.inks.seaIce)
      pen.globalAlpha = 1
      this.fill(pen, path, "url(ice)")
    }
  }

  /**
   * Lays their tints over seas, by which neighbours differ.
   * @param {Pen} pen @param {Replay.Stop} stop @param {string[]} faces @param {(face: string) => Path2D} outline
   */
  tintSeas(pen, stop, faces, outline) {
    pen.globalAlpha = this.replay.inks.seaTint
    for (const face of faces) {
      const ground = stop.provinces.get(face)
      if (ground?.terrain === "water" && ground.shade)
        this.fill(pen, outline(face), this.replay.inks.seaTints[ground.shade - 1])
    }
    pen.globalAlpha = 1
  }

  /** @param {Pen} pen @param {Replay.Ground} ground @param {Path2D} path */
  paintLand(pen, ground, path) {
    const { tints = this.replay.inks.neutral, pattern } = this.replay.powers[ground.tint ?? ""] ?? {}
    this.fill(pen, path, ground.closed ? "url(hatch)" : tints[ground.shade ?? 0])
    if (pattern && !ground.closed) this.fill(pen, path, `url(${pattern})`)
    if (ground.terrain === "mountain") this.fill(pen, path, "url(peaks)")
    if (ground.iced) this.fill(pen, path, "url(ice)")
  }

  // ------------------------------------------------------------------------------------------- inks

  /** @param {Pen} pen @param {Path2D} path @param {string} [fill] */
  fill(pen, path, fill) {
    const name = fill?.startsWith("url(") ? fill.slice(4, -1) : ""
    pen.fillStyle = name ? this.pattern(name) : this.ink(fill)
    pen.fill(path)
  }

  /** @param {Pen} pen @param {Path2D} path @param {Replay.Path} ink */
  stroke(pen, path, ink) {
    const alpha = pen.globalAlpha
    pen.globalAlpha = alpha * (ink.strokeOpacity ?? 1)
    pen.strokeStyle = this.ink(ink.stroke)
    pen.lineWidth = ink.width ?? 1
    pen.lineJoin = ink.round ? "round" : "bevel"
    pen.lineCap = ink.round ? "round" : "butt"
    pen.setLineDash(ink.dash ?? [])
    pen.stroke(path)
    pen.globalAlpha = alpha
  }

  /**
   * Paints a shape that has its own ink; one may be cut to a province.
   * @param {Pen} pen
   * @param {Replay.Path} [shape]
   * @param {Replay.Chart} [chart]
   * @param {(border: string) => Replay.Course} [courseOf]
   */
  paint(pen, shape, chart, courseOf) {
    if (!shape) return
    const path = this.pathOf(shape)
    const alpha = pen.globalAlpha
    pen.save()
    const rings = shape.clip ? chart?.rings.get(shape.clip) : undefined
    if (rings && courseOf) pen.clip(outlineOf(rings, courseOf))
    if (shape.fill) {
      pen.globalAlpha = alpha * (shape.fillOpacity ?? 1)
      this.fill(pen, path, shape.fill)
    }
    pen.globalAlpha = alpha
    if (shape.stroke) this.stroke(pen, path, shape)
    pen.restore()
  }

  /** @param {Replay.Path} shape */
  pathOf(shape) {
    const key = `${shape.place ?? ""}${shape.path}`
    const known = this.outlines.get(key)
    if (known) return known
    const path = new Path2D()
    const [scale, x, y] = shape.place ?? [1, 0, 0]
    path.addPath(new Path2D(shape.path), new DOMMatrix([scale, 0, 0, scale, x, y]))
    this.outlines.set(key, path)
    return path
  }

  /** Returns a tile that fills ground again and again. @param {string} name @returns {CanvasPattern | string} */
  pattern(name) {
    const known = this.patterns.get(name)
    if (known) return known
    const tile = this.replay.patterns[name]
    if (!tile) return "transparent"
    const sheet = newSheet(Math.ceil(tile.width * this.scale * 2), Math.ceil(tile.height * this.scale * 2))
    const pen = /** @type {Pen} */ (sheet.getContext("2d"))
    pen.setTransform(sheet.width / tile.width, 0, 0, sheet.height / tile.height, 0, 0)
    for (const shape of tile.shapes) this.paint(pen, shape)
    const pattern = /** @type {CanvasPattern} */ (pen.createPattern(sheet, "repeat"))
    const place = new DOMMatrix().rotate(tile.turned)
    pattern.setTransform(place.scale(tile.width / sheet.width, tile.height / sheet.height))
    this.patterns.set(name, pattern)
    return pattern
  }

  // ------------------------------------------------------------------------- names, centres, units

  /**
   * Paints centres and names on their way from one position to another.
   * @param {Pen} pen
   * @param {Replay.Stop} from what they are
   * @param {Replay.Stop} to
   * @param {number} share
   */
  paintNames(pen, from, to, share) {
    for (const [face, ground] of from.provinces) {
      const goal = to.provinces.get(face) ?? ground
      if (ground.centre && !this.isNarrow)
        this.stamp(
          pen,
          ground.owner ? `centre ${ground.owner}` : "centre",
          between(ground.centre, goal.centre ?? ground.centre, share),
        )
    }
    const side = this.isNarrow ? 2 : 0
    for (const [face, ground] of from.provinces) {
      const goal = to.provinces.get(face) ?? ground
      const [x, y, toX = x, toY = y] = [...ground.at.slice(side, side + 2), ...goal.at.slice(side, side + 2)]
      if (x !== undefined && y !== undefined)
        this.place(pen, this.nameSprite(ground), between([x, y], [toX ?? x, toY ?? y], share))
      if (!this.isNarrow) this.paintArms(pen, ground, goal, share)
    }
  }

  /**
   * Paints the short names along the arms of a province: those that change fade, the old ones first.
   * @param {Pen} pen
   * @param {Replay.Ground} from
   * @param {Replay.Ground} to
   * @param {number} share
   */
  paintArms(pen, from, to, share) {
    const [old, next] = [from.arms ?? [], to.arms ?? []]
    const stays = old.join() === next.join()
    const [arms, weight] = stays ? [old, 1] : share < 0.5 ? [old, 1 - 2 * share] : [next, 2 * share - 1]
    pen.globalAlpha = weight
    for (let part = 0; part < arms.length; part += 3) {
      const [x = 0, y = 0, turn = 0] = arms.slice(part, part + 3)
      this.place(pen, this.nameSprite(from, turn), [x, y])
    }
    pen.globalAlpha = 1
  }

  /** @param {Pen} pen @param {Replay.Unit} unit @param {[number, number]} at */
  paintUnit(pen, unit, at) {
    if (unit.lead) {
      const line = new Path2D(`M${at}L${unit.lead}`)
      const stroke = this.replay.powers[unit.power]?.ink
      this.stroke(pen, line, {
        path: "",
        stroke: this.replay.inks.edge,
        width: 44,
        round: true,
      })
      this.stroke(pen, line, { path: "", stroke, width: 20, round: true })
      pen.fillStyle = this.ink(stroke)
      pen.beginPath()
      pen.arc(...unit.lead, 26, 0, 7)
      pen.fill()
    }
    if (unit.dislodged) this.stamp(pen, "dislodged", at)
    if (unit.frame) this.stamp(pen, unit.frame, at)
    this.stamp(pen, `${unit.kind} ${unit.power}`, at)
  }

  /** @param {Pen} pen @param {string} symbol @param {[number, number]} at */
  stamp(pen, symbol, at) {
    const growth = this.isNarrow && !symbol.startsWith("centre") ? GROWTH : 1
    const sprite = this.keepSprite(symbol, 2 * REACH * growth, 2 * REACH * growth, sprite => {
      sprite.translate(REACH * growth, REACH * growth)
      sprite.scale(growth, growth)
      for (const shape of this.replay.symbols[symbol] ?? []) this.paint(sprite, shape)
    })
    this.place(pen, sprite, at)
  }

  /** @param {Replay.Ground} ground @param {number} [turn] degrees, clockwise */
  nameSprite(ground, turn = 0) {
    const { inks } = this.replay
    const sight = this.isNarrow ? 1 : 0
    const size = inks.names[sight]
    const isSea = ground.terrain === "water"
    const strong = ground.terrain === "mountain" || !!ground.iced || !!ground.sunk
    const wide = size * (ground.name.length + 1)
    const high = turn ? wide : size * 1.8
    const isPlated = this.isNarrow && !!ground.centre
    const { ink = inks.landName } = this.replay.powers[ground.owner ?? ""] ?? {}
    return this.keepSprite(
      `${ground.name} ${isSea} ${strong} ${isPlated && ink} ${turn}`,
      wide,
      high,
      pen => {
        pen.translate(wide / 2, high / 2)
        pen.rotate((turn * Math.PI) / 180)
        pen.font = `${isSea ? "italic " : ""}${size}px ${FONT}`
        pen.textAlign = "center"
        pen.lineJoin = "round"
        pen.strokeStyle = this.ink(inks.edge)
        if (isPlated) this.paintPlate(pen, pen.measureText(ground.name).width / 2, size * CAPITAL, ink)
        pen.lineWidth = isPlated ? 1 : inks.edges[sight] + (strong ? 14 : 0)
        pen.globalAlpha = strong ? 0.85 : 0.55
        pen.strokeText(ground.name, 0, size * 0.37)
        pen.globalAlpha = 1
        pen.fillStyle = this.ink(isSea ? inks.seaName : inks.landName)
        pen.fillText(ground.name, 0, size * 0.37)
      },
    )
  }

  /** Paints the plate under the name of a centre. @param {Pen} pen @param {number} half @param {number} high @param {string} ink */
  paintPlate(pen, half, high, ink) {
    const { plate, edge } = this.replay.inks
    const [across, down] = [half + plate[0], high / 2 + plate[1]]
    const path = new Path2D()
    path.roundRect(-across, -down, 2 * across, 2 * down, 90)
    this.fill(pen, path, edge)
    this.stroke(pen, path, { path: "", stroke: ink, width: 44 })
    pen.strokeStyle = this.ink(edge)
  }

  /** @param {string} name @param {number} wide @param {number} high @param {(pen: Pen) => void} paint */
  keepSprite(name, wide, high, paint) {
    const known = this.sprites.get(name)
    if (known) return known
    const sprite = newSheet(Math.ceil(wide * this.scale), Math.ceil(high * this.scale))
    const pen = /** @type {Pen} */ (sprite.getContext("2d"))
    pen.scale(this.scale, this.scale)
    paint(pen)
    this.sprites.set(name, sprite)
    return sprite
  }

  /** Lays a sprite with its middle on a point, on whole pixels. @param {Pen} pen @param {HTMLCanvasElement} sprite @param {[number, number]} at */
  place(pen, sprite, [x, y]) {
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.drawImage(
      sprite,
      Math.round(x * this.scale - sprite.width / 2),
      Math.round(y * this.scale - sprite.height / 2),
    )
    pen.setTransform(this.scale, 0, 0, this.scale, 0, 0)
  }
}

/** @param {number} width @param {number} height */
function newSheet(width, height) {
  const sheet = document.createElement("canvas")
  sheet.width = Math.max(1, width)
  sheet.height = Math.max(1, height)
  return sheet
}

/** Adds a line to a path. @param {Path2D} path @param {Replay.Course} course */
function walk(path, course) {
  path.moveTo(course[0] ?? 0, course[1] ?? 0)
  for (let at = 2; at < course.length; at += 2) path.lineTo(course[at] ?? 0, course[at + 1] ?? 0)
}

/** Returns the rings of a province as one path. @param {number[][]} rings @param {(border: string) => Replay.Course} courseOf */
function outlineOf(rings, courseOf) {
  const path = new Path2D()
  for (const ring of rings) {
    let isFirst = true
    for (const dart of ring) {
      const course = courseOf(String(dart >> 1))
      const [start, end, step] = dart & 1 ? [course.length - 2, -2, -2] : [0, course.length, 2]
      for (let at = start; at !== end; at += step) {
        if (isFirst) path.moveTo(course[at] ?? 0, course[at + 1] ?? 0)
        else path.lineTo(course[at] ?? 0, course[at + 1] ?? 0)
        isFirst = false
      }
    }
    path.closePath()
  }
  return path
}

/** Begins and ends gently. @param {number} share */
const ease = share => {
  const part = Math.min(Math.max(share, 0), 1)
  return part * part * (3 - 2 * part)
}

/** Returns the point a part of the way along some points. @param {[number, number][]} points @param {number} share */
function along(points, share) {
  const part = share * (points.length - 1)
  const leg = Math.min(Math.floor(part), points.length - 2)
  const [from, to] = [points[leg], points[leg + 1]]
  return from && to ? between(from, to, part - leg) : /** @type {[number, number]} */ (points[0])
}
