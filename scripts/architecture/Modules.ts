/** Modules (top-level folders of the server, the packages, the other apps), and the imports between them. */
import { circles } from "./Graph.ts"
import type { SourceFile } from "./Imports.ts"

const server = "apps/server/src/"

/** Folders that may import each other, and why. */
export const allowedCircles: ReadonlyArray<{ readonly paths: ReadonlyArray<string>; readonly reason: string }> = [
  {
    paths: [`${server}accounts`, `${server}credits`],
    reason: "accounts shows the plan in force, whose rule belongs to credits; credits locks the row of the account"
  }
]

export interface Modules {
  /** Files in each module. */
  readonly files: ReadonlyMap<string, number>
  /** Imports from each module into others. */
  readonly arrows: ReadonlyMap<string, ReadonlyMap<string, number>>
}

const moduleOf = (path: string): string => {
  if (path.startsWith("packages/")) return `@heddle/${path.split("/")[1]}`
  if (!path.startsWith(server)) return path.split("/")[1] ?? path
  const [first = "", ...rest] = path.slice(server.length).split("/")
  // `cli.ts` only lists the commands.
  return rest.length === 0 && first === "cli.ts" ? "cli" : first
}

const isOfServer = (module: string): boolean =>
  !module.startsWith("@heddle/") && module !== "rule-sync" && module !== "portal" && module !== "main.ts"

export const modulesOfServer = ({ files }: Modules): ReadonlyArray<string> => [...files.keys()].filter(isOfServer)

export const modulesOf = (sources: ReadonlyArray<SourceFile>): Modules => {
  const files = new Map<string, number>()
  const arrows = new Map<string, Map<string, number>>()
  for (const { path, imports } of sources) {
    const module = moduleOf(path)
    files.set(module, (files.get(module) ?? 0) + 1)
    const own = arrows.get(module) ?? new Map<string, number>()
    arrows.set(module, own)
    for (const target of imports.map(moduleOf)) if (target !== module) own.set(target, (own.get(target) ?? 0) + 1)
  }
  return { files, arrows }
}

/**
 * What stands side by side in a folder (files, and sub-folders with all that is below them) and imports each other in
 * a circle, as paths. Applied to every folder, so that it finds circles of files and of modules, too.
 */
export const circlesOf = (sources: ReadonlyArray<SourceFile>): ReadonlyArray<ReadonlyArray<string>> => {
  const folders = new Map<string, Map<string, Set<string>>>()
  for (const { path, imports } of sources) {
    for (const target of imports) {
      const [from, to] = [path.split("/"), target.split("/")]
      const depth = from.findIndex((name, index) => name !== to[index])
      if (depth === -1) continue
      const folder = from.slice(0, depth).join("/")
      const graph = folders.get(folder) ?? new Map<string, Set<string>>()
      folders.set(folder, graph)
      const [importer, imported] = [from.slice(0, depth + 1).join("/"), to.slice(0, depth + 1).join("/")]
      graph.set(importer, (graph.get(importer) ?? new Set()).add(imported))
      graph.set(imported, graph.get(imported) ?? new Set())
    }
  }
  return [...folders.values()].flatMap(circles)
}

const samePaths = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.toSorted().join() === b.toSorted().join()

export const faultsOfCircles = (found: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => [
  ...found
    .filter((circle) => !allowedCircles.some(({ paths }) => samePaths(paths, circle)))
    .map((circle) => `These import each other in a circle: ${circle.join(", ")}`),
  ...allowedCircles
    .filter(({ paths }) => !found.some((circle) => samePaths(paths, circle)))
    .map(({ paths }) => `${paths.join(" and ")} no longer import each other; remove them from allowedCircles`)
]
