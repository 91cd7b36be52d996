/** What `docs/architecture.md` says by name, compared with the code, and the part of it that is made from the code. */
import { posix } from "node:path"
import { from, reduced } from "./Graph.ts"
import { allowedCircles, type Modules, modulesOfServer } from "./Modules.ts"
import { moduleOf, type Table } from "./Tables.ts"

const parts = ["picture", "tables"] as const
const placeOf = (part: (typeof parts)[number]): RegExp =>
  new RegExp(
    `(?<=<!-- ${part}: written by \`npm run architecture\` -->\\n\\n).*?(?=\\n\\n<!-- end of ${part} -->)`,
    "su"
  )

const byName = (a: string, b: string): number => a.localeCompare(b, "en")

const codes = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join(", ")

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

/** A row for each file of the migrations. */
const tablesTable = (tables: ReadonlyArray<Table>): string => {
  const rows = [...Map.groupBy(tables, ({ file }) => file).values()].map(
    (ofFile) => `| ${codes(ofFile.map(({ name }) => name))} | ${codes(ofFile.slice(0, 1).map(moduleOf))} |`
  )
  return ["| table | module |", "|---|---|", ...rows].join("\n")
}

/** The page with its picture and its table as the code has them. */
export const withParts = (page: string, modules: Modules, tables: ReadonlyArray<Table>): string =>
  page.replace(placeOf("picture"), () => picture(modules)).replace(placeOf("tables"), () => tablesTable(tables))

/** The names in one column of the table below a heading. */
const namesBelow = (page: string, heading: string): ReadonlyArray<string> => {
  const section = page.split(/^## /mu).find((text) => text.startsWith(`${heading}\n`)) ?? ""
  return section
    .split("\n")
    .filter((text) => text.startsWith("| `"))
    .flatMap((text) => [...(text.split("|")[1] ?? "").matchAll(/`([^`]+)`/gu)].flatMap(([, name]) => name ?? []))
}

/** Names of folders from the root, and of files. */
const pathName = /`(?<name>(?:apps|packages|test|scripts)\/[\w./-]+|[\w./-]+\.(?:ts|mjs|json|sql))`/gu
/** READMEs also name files that are not in the repository, but none in TypeScript. */
const sourceName = /`(?<name>[\w./-]+\.ts)`/gu

const missing = (name: string, page: string, pattern: RegExp, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...page.matchAll(pattern)]
    .map(({ groups }) => (groups?.["name"] ?? "").replaceAll(/^(?:\.\.\/)+|\/$/gu, ""))
    .filter((path) => !paths.some((known) => `/${known}`.endsWith(`/${path}`)))
    .map((path) => `${name} names ${path}, which does not exist`)

/** Source files that a README names, by their path or the end of it, and that are not there. */
export const faultsOfReadme = (name: string, page: string, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  missing(name, page, sourceName, paths)

const differentModules = (real: ReadonlyArray<string>, named: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...real.filter((name) => !named.includes(name)).map((name) => `docs/architecture.md lacks the module ${name}`),
  ...named
    .filter((name) => !real.includes(name))
    .map((name) => `docs/architecture.md names the module ${name}, which does not exist`)
]

/** Tables in files that no module is named after. */
const tablesWithoutModule = (modules: Modules, tables: ReadonlyArray<Table>): ReadonlyArray<string> =>
  tables
    .filter((table) => !modulesOfServer(modules).includes(moduleOf(table)))
    .map(({ name, file }) => `the table ${name} is created in ${file}.sql, and no module has that name`)

export const faultsOfPage = (
  page: string,
  modules: Modules,
  tables: ReadonlyArray<Table>,
  paths: ReadonlyArray<string>
): ReadonlyArray<string> => [
  ...parts
    .filter((part) => !placeOf(part).test(page))
    .map((part) => `docs/architecture.md has no place for the ${part}`),
  ...differentModules(modulesOfServer(modules), namesBelow(page, "Modules of the server")),
  ...tablesWithoutModule(modules, tables),
  ...missing("docs/architecture.md", page, pathName, paths)
]
