/** What `docs/architecture.md` says by name, compared with the code, and the part of it that is made from the code. */
import { type House, roomsOfServer } from "./Rooms.ts"
import { roomOf, type Table } from "./Tables.ts"

const begin = (what: string) => `<!-- ${what}: written by \`npm run architecture\` -->`
const end = (what: string) => `<!-- end of ${what} -->`

const codes = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join(", ")

const importsTable = ({ arrows }: House): string => {
  const rows = [...arrows]
    .toSorted(([a], [b]) => a.localeCompare(b, "en"))
    .map(([room, targets]) => {
      const names = [...targets.keys()].toSorted((a, b) => a.localeCompare(b, "en"))
      return `| \`${room}\` | ${names.length === 0 ? "nothing" : codes(names)} |`
    })
  return ["| room | imports |", "|---|---|", ...rows].join("\n")
}

/** A row for each file of the migrations. */
const tablesTable = (tables: ReadonlyArray<Table>): string => {
  const rows = [...Map.groupBy(tables, ({ file }) => file).values()].map(
    (ofFile) => `| ${codes(ofFile.map(({ name }) => name))} | ${codes(ofFile.slice(0, 1).map(roomOf))} |`
  )
  return ["| table | room |", "|---|---|", ...rows].join("\n")
}

/** Undefined when the page has no place for it. */
const replaced = (page: string, what: string, text: string): string | undefined => {
  const [first, last] = [page.indexOf(begin(what)), page.indexOf(end(what))]
  if (first === -1 || last < first) return undefined
  return `${page.slice(0, first + begin(what).length)}\n\n${text}\n\n${page.slice(last)}`
}

/** The page with its lists as the code has them; undefined when it has no place for one. */
export const withLists = (page: string, house: House, tables: ReadonlyArray<Table>): string | undefined => {
  const withImports = replaced(page, "imports", importsTable(house))
  return withImports === undefined ? undefined : replaced(withImports, "tables", tablesTable(tables))
}

/** The names in one column of the table below a heading. */
const namesBelow = (page: string, heading: string): ReadonlyArray<string> => {
  const section = page.split(/^## /mu).find((text) => text.startsWith(`${heading}\n`)) ?? ""
  return section
    .split("\n")
    .filter((text) => text.startsWith("| `"))
    .flatMap((text) => [...(text.split("|")[1] ?? "").matchAll(/`([^`]+)`/gu)].flatMap(([, name]) => name ?? []))
}

const pathName = /`(?<name>(?:apps|packages|test|scripts)\/[\w./-]+|[\w./-]+\.(?:ts|mjs|json|sql))`/gu

/** Files and folders that the page names, by their path or the end of it, and that are not there. */
const missingPaths = (page: string, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...page.matchAll(pathName)]
    .flatMap(({ groups }) => groups?.["name"] ?? [])
    .filter((name) => !paths.some((path) => `/${path}`.endsWith(`/${name.replace(/\/$/u, "")}`)))
    .map((name) => `docs/architecture.md names ${name}, which does not exist`)

const differentRooms = (real: ReadonlyArray<string>, named: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...real.filter((name) => !named.includes(name)).map((name) => `docs/architecture.md lacks the room ${name}`),
  ...named
    .filter((name) => !real.includes(name))
    .map((name) => `docs/architecture.md names the room ${name}, which does not exist`)
]

/** Tables in files that no room is named after. */
const tablesWithoutRoom = (house: House, tables: ReadonlyArray<Table>): ReadonlyArray<string> =>
  tables
    .filter((table) => !roomsOfServer(house).includes(roomOf(table)))
    .map(({ name, file }) => `the table ${name} is created in ${file}.sql, and no room has that name`)

export const faultsOfPage = (
  page: string,
  house: House,
  tables: ReadonlyArray<Table>,
  paths: ReadonlyArray<string>
): ReadonlyArray<string> => [
  ...differentRooms(roomsOfServer(house), namesBelow(page, "Rooms of the server")),
  ...tablesWithoutRoom(house, tables),
  ...missingPaths(page, paths)
]
