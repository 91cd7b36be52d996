/** Places the nodes of a graph without circles in layers, so that arrows point down and cross as little as possible. */
import type { Graph } from "./Graph.ts"
import { mean, type Point, pointsOf } from "./Layers.ts"
import { ordered } from "./Order.ts"

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
