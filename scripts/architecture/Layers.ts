/** Nodes in layers, so that every arrow points down; an arrow that spans several layers gets a point in each. */
import { from, type Graph } from "./Graph.ts"

export interface Point {
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

export const pointsOf = (graph: Graph, widthOf: (node: string) => number) => {
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

/** `otherwise` when there are none. */
export const mean = (values: ReadonlyArray<number>, otherwise: number): number =>
  values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length
