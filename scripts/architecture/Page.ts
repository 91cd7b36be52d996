/** What `docs/architecture.md` says by name, compared with the code, and the part of it that is made from the code. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type House, roomsOfServer } from "./Rooms.ts"

const begin = "<!-- imports: written by `npm run architecture` -->"
const end = "<!-- end of imports -->"

const importsTable = ({ arrows }: House): string => {
  const rows = [...arrows]
    .toSorted(([a], [b]) => a.localeCompare(b, "en"))
    .map(([room, targets]) => {
      const names = [...targets.keys()].toSorted((a, b) => a.localeCompare(b, "en")).map((name) => `\`${name}\``)
      return `| \`${room}\` | ${names.length === 0 ? "nothing" : names.join(", ")} |`
    })
  return ["| room | imports |", "|---|---|", ...rows].join("\n")
}

/** The page with its table of imports as the code has them; undefined when it has no place for the table. */
export const withImports = (page: string, house: House): string | undefined => {
  const [first, last] = [page.indexOf(begin), page.indexOf(end)]
  if (first === -1 || last < first) return undefined
  return `${page.slice(0, first + begin.length)}\n\n${importsTable(house)}\n\n${page.slice(last)}`
}

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
  house: House,
  tables: ReadonlyArray<string>,
  paths: ReadonlyArray<string>
): ReadonlyArray<string> => [
  ...difference("room", roomsOfServer(house), namesBelow(page, "Rooms of the server")),
  ...difference("table", tables, namesBelow(page, "Tables")),
  ...missingPaths(page, paths)
]
