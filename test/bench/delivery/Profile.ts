/**
 * Where a server spent its time, from a profile of `--cpu-prof`: `node Profile.ts FILE [LINES] [SECONDS]`;
 * the first seconds, in which the server starts, can be left out.
 */
import { readFileSync } from "node:fs"

interface Node {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: ReadonlyArray<number>
}

interface Profile {
  readonly nodes: ReadonlyArray<Node>
  readonly samples: ReadonlyArray<number>
  readonly timeDeltas: ReadonlyArray<number>
}

const [file = "", lines = "25", skippedSeconds = "0"] = process.argv.slice(2)
const profile: Profile = JSON.parse(readFileSync(file, "utf8"))
const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))

const fileOf = ({ callFrame: { url } }: Node): string =>
  url.replace(/^file:\/\//, "").replace(/^.*\/(node_modules|apps|packages)\//, "$1/")
const nameOf = (node: Node): string =>
  `${node.callFrame.functionName || "(anonymous)"} ${fileOf(node)}:${node.callFrame.lineNumber + 1}`
const isIdle = (node: Node): boolean => ["(idle)", "(program)", "(root)"].includes(node.callFrame.functionName)

/** The first file of ours, or package, up the stack. */
const ownerOf = (node: Node): string => {
  for (let at: Node | undefined = node; at !== undefined; at = nodes.get(parents.get(at.id) ?? -1)) {
    const path = fileOf(at)
    if (path.startsWith("node_modules/"))
      return path
        .split("/")
        .slice(1, path.startsWith("node_modules/@") ? 3 : 2)
        .join("/")
    if (path.startsWith("apps/") || path.startsWith("packages/")) return path
    if (at.callFrame.functionName === "(garbage collector)") return "(garbage collector)"
  }
  return fileOf(node) || node.callFrame.functionName
}

const add = (sums: Map<string, number>, name: string, micros: number) => sums.set(name, (sums.get(name) ?? 0) + micros)
const self = new Map<string, number>()
const owners = new Map<string, number>()
const own = new Map<string, number>()
let busy = 0
let passed = 0
for (const [index, id] of profile.samples.entries()) {
  const node = nodes.get(id)
  const micros = profile.timeDeltas[index] ?? 0
  passed += micros
  if (passed < Number(skippedSeconds) * 1e6) continue
  if (node === undefined || isIdle(node)) continue
  busy += micros
  add(self, nameOf(node), micros)
  add(owners, ownerOf(node), micros)
  const seen = new Set<string>()
  for (let at: Node | undefined = node; at !== undefined; at = nodes.get(parents.get(at.id) ?? -1)) {
    const path = fileOf(at)
    if (path.startsWith("apps/") || path.startsWith("packages/") || /undici|sql-pg/.test(path)) seen.add(nameOf(at))
  }
  for (const name of seen) add(own, name, micros)
}

const show = (title: string, sums: ReadonlyMap<string, number>) => {
  process.stdout.write(`\n${title}\n`)
  for (const [name, micros] of [...sums].toSorted(([, a], [, b]) => b - a).slice(0, Number(lines))) {
    process.stdout.write(
      `${((100 * micros) / busy).toFixed(1).padStart(6)} %  ${(micros / 1000).toFixed(0).padStart(7)} ms  ${name}\n`
    )
  }
}
process.stdout.write(`busy ${(busy / 1e6).toFixed(2)} s\n`)
show("by package or file", owners)
show("functions by their own time", self)
show("functions of ours, undici and sql-pg, callees included", own)
