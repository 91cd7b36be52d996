/** Places the nodes of a graph without circles in layers, so that arrows point down and cross as little as possible. */
import { from, type Graph } from "./Graph.ts"

export interface Place {
  /** Null for the point at which a long arrow passes a layer. */
  readonly node: string | null
  readonly layer: number
  /** Of the middle. */
  readonly x: number
}

export interface Layout {
  /** 0 is at the top. */
  readonly layers: number
  readonly places: ReadonlyArray<Place>
  readonly arrows: ReadonlyArray<{ readonly path: ReadonlyArray<Place> }>
}

interface Point {
  readonly node: string | null
  readonly layer: number
  readonly width: number
  readonly up: Array<Point>
  readonly down: Array<Point>
  x: number
}

const heightsOf = (graph: Graph): Map<string, number> => {
  const heights = new Map<string, number>()
  const heightOf = (node: string): number => {
    const known = heights.get(node)
    if (known !== undefined) return known
    const height = Math.max(-1, ...[...from(graph, node)].map(heightOf)) + 1
    heights.set(node, height)
    return height
  }
  for (const node of graph.keys()) heightOf(node)
  return heights
}

/** Raises each node that has as many arrows in as out to just below what points at it. */
const raise = (graph: Graph, heights: Map<string, number>): void => {
  for (const [node] of [...heights].toSorted(([, a], [, b]) => b - a)) {
    const above = [...graph].filter(([, targets]) => targets.has(node)).map(([other]) => heights.get(other) ?? 0)
    const out = from(graph, node).size
    if (above.length > 0 && out > 0 && above.length >= out) heights.set(node, Math.min(...above) - 1)
  }
}

const pointsOf = (graph: Graph, widthOf: (node: string) => number) => {
  const heights = heightsOf(graph)
  raise(graph, heights)
  const top = Math.max(...heights.values())
  const layers = Array.from({ length: top + 1 }, (): Array<Point> => [])
  const add = (node: string | null, layer: number, width: number): Point => {
    const point = { node, layer, width, up: [], down: [], x: 0 }
    layers[layer]?.push(point)
    return point
  }
  const points = new Map([...heights].map(([node, height]) => [node, add(node, top - height, widthOf(node))] as const))
  const arrows: Array<ReadonlyArray<Point>> = []
  for (const [node, targets] of graph) {
    for (const target of targets) {
      const [first, last] = [points.get(node), points.get(target)]
      if (first === undefined || last === undefined) continue
      const path = [first]
      for (let layer = first.layer + 1; layer < last.layer; layer++) path.push(add(null, layer, 24))
      path.push(last)
      path.slice(1).forEach((point, index) => {
        path[index]?.down.push(point)
        const above = path[index]
        if (above !== undefined) point.up.push(above)
      })
      arrows.push(path)
    }
  }
  return { layers, arrows }
}

const indexIn = (layer: ReadonlyArray<Point>) => new Map(layer.map((point, index) => [point, index]))

const mean = (values: ReadonlyArray<number>, otherwise: number): number =>
  values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length

const crossings = (layers: ReadonlyArray<ReadonlyArray<Point>>): number =>
  layers.slice(1).reduce((sum, layer, above) => {
    const index = indexIn(layer)
    const ends = (layers[above] ?? []).flatMap((point, a) =>
      point.down.map((below) => [a, index.get(below) ?? 0] as const)
    )
    return sum + ends.filter(([a, b], i) => ends.slice(i + 1).some(([c, d]) => (a - c) * (b - d) < 0)).length
  }, 0)

/** Sorts each layer by the middle of its neighbours in the layer before, going down and up again. */
const sweep = (
  layers: ReadonlyArray<ReadonlyArray<Point>>,
  side: "up" | "down"
): ReadonlyArray<ReadonlyArray<Point>> => {
  const sorted: Array<ReadonlyArray<Point>> = []
  let index = new Map<Point, number>()
  for (const layer of side === "up" ? layers : layers.toReversed()) {
    const keys = layer.map((point, own) => ({
      point,
      key: mean(
        point[side].map((other) => index.get(other) ?? 0),
        own
      )
    }))
    const order = keys.toSorted((a, b) => a.key - b.key).map(({ point }) => point)
    index = indexIn(order)
    sorted.push(order)
  }
  return side === "up" ? sorted : sorted.toReversed()
}

const starts = 400
const sweeps = 8

/** The best of many beginnings; the same ones every time, so that the picture changes only with the code. */
const ordered = (layers: ReadonlyArray<ReadonlyArray<Point>>): ReadonlyArray<ReadonlyArray<Point>> => {
  let seed = 1
  const random = () => (seed = (seed * 48_271) % 2_147_483_647)
  let best = layers
  let fewest = crossings(layers)
  for (let start = 0; start < starts; start++) {
    let order = layers.map((layer) =>
      layer
        .map((point) => ({ point, key: random() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ point }) => point)
    )
    let current: ReadonlyArray<ReadonlyArray<Point>> = order
    for (let round = 0; round < sweeps; round++) {
      current = sweep(current, round % 2 === 0 ? "up" : "down")
      const count = crossings(current)
      if (count < fewest) [best, fewest] = [current, count]
    }
  }
  return best
}

const gap = 28
const pulls = 60

/** Pulls each point towards its neighbours, as far as the others of its layer let it. */
const spread = (layers: ReadonlyArray<ReadonlyArray<Point>>): void => {
  const apart = (left: Point, right: Point) => (left.width + right.width) / 2 + gap
  const place = (layer: ReadonlyArray<Point>, wanted: ReadonlyArray<number>) => {
    const right: Array<number> = []
    layer.forEach((point, i) => {
      const before = layer[i - 1]
      const least = before === undefined ? -Infinity : (right[i - 1] ?? 0) + apart(before, point)
      right.push(Math.max(wanted[i] ?? 0, least))
    })
    const left: Array<number> = []
    for (let i = layer.length - 1; i >= 0; i--) {
      const [point, after] = [layer[i], layer[i + 1]]
      const most = point === undefined || after === undefined ? Infinity : (left[i + 1] ?? 0) - apart(point, after)
      left[i] = Math.min(wanted[i] ?? 0, most)
    }
    layer.forEach((point, i) => (point.x = ((right[i] ?? 0) + (left[i] ?? 0)) / 2))
  }
  for (const layer of layers)
    place(
      layer,
      layer.map(() => 0)
    )
  for (let pull = 0; pull < pulls; pull++) {
    for (const layer of pull % 2 === 0 ? layers : layers.toReversed()) {
      place(
        layer,
        layer.map((point) =>
          mean(
            [...point.up, ...point.down].map(({ x }) => x),
            point.x
          )
        )
      )
    }
  }
}

export const layoutOf = (graph: Graph, widthOf: (node: string) => number): Layout => {
  const { layers: unordered, arrows } = pointsOf(graph, widthOf)
  const layers = ordered(unordered)
  spread(layers)
  const left = Math.min(...layers.flat().map(({ x, width }) => x - width / 2))
  const places = new Map(
    layers.flat().map((point) => [point, { node: point.node, layer: point.layer, x: Math.round(point.x - left) }])
  )
  return {
    layers: layers.length,
    places: [...places.values()],
    arrows: arrows.map((path) => ({ path: path.flatMap((point) => places.get(point) ?? []) }))
  }
}
