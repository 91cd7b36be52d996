/** The picture of the rooms, as SVG for light and dark pages. */
import { type Graph, from, reduced } from "./Graph.ts"
import { layoutOf, type Place } from "./Layout.ts"
import { allowedCircles, type House } from "./Rooms.ts"

const boxHeight = 46
const layerHeight = 88
const margin = 24

const style = `
    svg { font-family: ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif }
    .page { fill: #ffffff }
    .room { fill: #eef4fb; stroke: #4a78a8; stroke-width: 1.2 }
    .package { fill: #eef7ee; stroke: #4f8a5b; stroke-width: 1.2 }
    .root { fill: #f5f5f5; stroke: #777777; stroke-width: 1.2 }
    .name { fill: #16202b; font-size: 15px; font-weight: 600; text-anchor: middle }
    .files { fill: #526170; font-size: 11.5px; text-anchor: middle }
    .arrow { fill: none; stroke: #7a8794; stroke-width: 1.4 }
    .head { fill: #7a8794 }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117 }
      .room { fill: #16263a; stroke: #6f9fd0 }
      .package { fill: #16291b; stroke: #74b283 }
      .root { fill: #20262d; stroke: #98a2ad }
      .name { fill: #eef3f8 }
      .files { fill: #a3b0bd }
      .arrow { stroke: #8b98a5 }
      .head { fill: #8b98a5 }
    }`

const boxOf = (room: string): string =>
  allowedCircles.find(({ rooms }) => rooms.includes(room))?.rooms.join(" ⇄ ") ?? room

/** The house with rooms that import each other as one box. */
const boxesOf = ({ files, arrows }: House): { readonly graph: Graph; readonly files: ReadonlyMap<string, number> } => {
  const graph = new Map<string, Set<string>>()
  const sums = new Map<string, number>()
  for (const [room, targets] of arrows) {
    const box = boxOf(room)
    const others = [...targets.keys()].map(boxOf).filter((other) => other !== box)
    graph.set(box, new Set([...from(graph, box), ...others]))
    sums.set(box, (sums.get(box) ?? 0) + (files.get(room) ?? 0))
  }
  return { graph, files: sums }
}

const widthOf = (box: string): number => Math.max(96, Math.round(box.length * 9.2) + 30)

const kindOf = (box: string): string =>
  box.startsWith("@heddle/") || box === "rule-sync" || box === "portal"
    ? "package"
    : box === "main.ts"
      ? "root"
      : "room"

const top = (layer: number): number => margin + layer * layerHeight
const middle = (place: Place): number => place.x + margin

/** Down through the layers: straight past each of them, curved in between. */
const line = (path: ReadonlyArray<Place>): string => {
  const [first, ...rest] = path
  if (first === undefined) return ""
  const steps = rest.map((place, index) => {
    const before = path[index] ?? first
    const [y1, y2] = [top(before.layer) + boxHeight, top(place.layer) - (place.node === null ? 0 : 6)]
    const bend = Math.round((y1 + y2) / 2)
    const [x1, x2] = [middle(before), middle(place)]
    const curve = `C ${x1} ${bend}, ${x2} ${bend}, ${x2} ${y2}`
    return place.node === null ? `${curve} V ${y2 + boxHeight}` : curve
  })
  return `M ${middle(first)} ${top(first.layer) + boxHeight} ${steps.join(" ")}`
}

const drawBox = (place: Place, box: string, files: number): string => {
  const [x, y, width] = [middle(place), top(place.layer), widthOf(box)]
  return `  <rect class="${kindOf(box)}" x="${x - width / 2}" y="${y}" width="${width}" height="${boxHeight}" rx="7"/>
  <text class="name" x="${x}" y="${y + 20}">${box}</text>
  <text class="files" x="${x}" y="${y + 36}">${files === 1 ? "1 file" : `${files} files`}</text>`
}

/** An arrow stands for an import; one that follows from others is left out. */
export const pictureOf = (house: House): string => {
  const { graph, files } = boxesOf(house)
  const { layers, places, arrows } = layoutOf(reduced(graph), widthOf)
  const width = Math.max(...places.map(({ node, x }) => x + (node === null ? 0 : widthOf(node) / 2))) + 2 * margin
  const height = top(layers - 1) + boxHeight + margin
  const boxes = places.flatMap((place) =>
    place.node === null ? [] : drawBox(place, place.node, files.get(place.node) ?? 0)
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
  <title id="title">The rooms of Heddle; arrows are imports</title>
  <style>${style}
  </style>
  <defs>
    <marker id="head" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">
      <path class="head" d="M 0 0 L 8 4 L 0 8 z"/>
    </marker>
  </defs>
  <rect class="page" width="${width}" height="${height}" rx="8"/>
${arrows.map(({ path }) => `  <path class="arrow" marker-end="url(#head)" d="${line(path)}"/>`).join("\n")}
${boxes.join("\n")}
</svg>
`
}
