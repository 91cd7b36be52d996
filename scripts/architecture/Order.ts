/** The order of points within their layers in which the fewest arrows cross. */
import { mean, type Point } from "./Layers.ts"

const indexIn = (layer: ReadonlyArray<Point>) => new Map(layer.map((point, index) => [point, index]))

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
export const ordered = (layers: ReadonlyArray<ReadonlyArray<Point>>): ReadonlyArray<ReadonlyArray<Point>> => {
  let seed = 1
  const random = () => (seed = (seed * 48_271) % 2_147_483_647)
  let best = layers
  let fewest = crossings(layers)
  for (let start = 0; start < starts; start++) {
    let current: ReadonlyArray<ReadonlyArray<Point>> = layers.map((layer) =>
      layer
        .map((point) => ({ point, key: random() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ point }) => point)
    )
    for (let round = 0; round < sweeps; round++) {
      current = sweep(current, round % 2 === 0 ? "up" : "down")
      const count = crossings(current)
      if (count < fewest) [best, fewest] = [current, count]
    }
  }
  return best
}
