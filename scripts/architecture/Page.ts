/** What `docs/architecture.md` says by name, compared with the code, and the part of it that is made from the code. */
import { readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { from, reduced } from "./Graph.ts"
import { allowedCircles, type Modules, modulesOfServer } from "./Modules.ts"

const parts = ["picture", "imports"] as const
const placeOf = (part: (typeof parts)[number]): RegExp =>
  new RegExp(
    `(?<=<!-- ${part}: written by \`npm run architecture\` -->\\n\\n).*?(?=\\n\\n<!-- end of ${part} -->)`,
    "su"
  )

const byName = (a: string, b: string): number => a.localeCompare(b, "en")

/** Modules that import each other are one box, and an arrow is left out if others lead to the same module. */
const picture = ({ arrows }: Modules): string => {
  const circles = allowedCircles.map(({ paths }) => paths.map((path) => posix.basename(path)))
  const boxOf = (module: string): string => circles.find((names) => names.includes(module))?.join(" and ") ?? module
  const graph = new Map<string, Set<string>>()
  for (const [module, targets] of arrows) {
    const box = boxOf(module)
    const others = [...targets.keys()].map(boxOf).filter((other) => other !== box)
    graph.set(box, new Set([...from(graph, box), ...others]))
  }
  const boxes = [...graph.keys()].toSorted(byName)
  const id = (box: string): string => `m${boxes.indexOf(box)}`
  const shown = reduced(graph)
  return [
    "```mermaid",
    "flowchart TD",
    ...boxes.map((box) => `  ${id(box)}["${box}"]`),
    ...boxes.flatMap((box) => {
      const targets = [...from(shown, box)].toSorted(byName).map(id)
      return targets.length === 0 ? [] : [`  ${id(box)} --> ${targets.join(" & ")}`]
    }),
    "```"
  ].join("\n")
}

const importsTable = ({ arrows }: Modules): string => {
  const rows = [...arrows]
    .toSorted(([a], [b]) => byName(a, b))
    .map(([module, targets]) => {
      const names = [...targets.keys()].toSorted(byName).map((name) => `\`${name}\``)
      return `| \`${module}\` | ${names.length === 0 ? "nothing" : names.join(", ")} |`
    })
  return ["| module | imports |", "|---|---|", ...rows].join("\n")
}

/** The page with its picture and its table of imports as the code has them. */
export const withImports = (page: string, modules: Modules): string =>
  page.replace(placeOf("picture"), () => picture(modules)).replace(placeOf("imports"), () => importsTable(modules))

/** The names in one column of the table below a heading. */
const namesBelow = (page: string, heading: string): ReadonlyArray<string> => {
  const section = page.split(/^## /mu).find((text) => text.startsWith(`${heading}\n`)) ?? ""
  return section
    .split("\n")
    .filter((text) => text.startsWith("| `"))
    .flatMap((text) => [...(text.split("|")[1] ?? "").matchAll(/`([^`]+)`/gu)].flatMap(([, name]) => name ?? []))
}

const createdTable = /\bCREATE TABLE (?:IF NOT EXISTS )?(?<created>\w+)(?! PARTITION| *\w* PARTITION)/u
const droppedTables = /\bDROP TABLE (?:IF EXISTS )?(?<dropped>\w+(?:, \w+)*)/u
const renamedTable = /\bALTER TABLE (?<before>\w+) RENAME TO (?<after>\w+)/u
const changes = new RegExp([createdTable, droppedTables, renamedTable].map(({ source }) => source).join("|"), "gu")

/** The tables that the migrations leave, partitions not counted. */
export const tablesOfMigrations = (folder: string): ReadonlyArray<string> => {
  const tables = new Set<string>()
  for (const name of readdirSync(folder).toSorted()) {
    for (const { groups } of readFileSync(join(folder, name), "utf8").matchAll(changes)) {
      const { created, dropped, before, after } = groups ?? {}
      if (created !== undefined) tables.add(created)
      for (const table of dropped?.split(", ") ?? []) tables.delete(table)
      if (before !== undefined && after !== undefined && tables.delete(before)) tables.add(after)
    }
  }
  return [...tables]
}

const pathName = /`(?<name>(?:apps|packages|test|scripts)\/[\w./-]+|[\w./-]+\.(?:ts|mjs|json|sql))`/gu

/** Files and folders that the page names, by their path or the end of it, and that are not there. */
const missingPaths = (page: string, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...page.matchAll(pathName)]
    .flatMap(({ groups }) => groups?.["name"] ?? [])
    .filter((name) => !paths.some((path) => `/${path}`.endsWith(`/${name.replace(/\/$/u, "")}`)))
    .map((name) => `docs/architecture.md names ${name}, which does not exist`)

const difference = (what: string, real: ReadonlyArray<string>, named: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...real.filter((name) => !named.includes(name)).map((name) => `docs/architecture.md lacks the ${what} ${name}`),
  ...named
    .filter((name) => !real.includes(name))
    .map((name) => `docs/architecture.md names the ${what} ${name}, which does not exist`)
]

export const faultsOfPage = (
  page: string,
  modules: Modules,
  tables: ReadonlyArray<string>,
  paths: ReadonlyArray<string>
): ReadonlyArray<string> => [
  ...parts
    .filter((part) => !placeOf(part).test(page))
    .map((part) => `docs/architecture.md has no place for the ${part}`),
  ...difference("module", modulesOfServer(modules), namesBelow(page, "Modules of the server")),
  ...difference("table", tables, namesBelow(page, "Tables")),
  ...missingPaths(page, paths)
]
