/** The tables that the migrations leave, partitions not counted, by the file that creates each. */
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"

const createdTable = /\bCREATE TABLE (?<created>\w+)(?! PARTITION OF\b|\w)/u
const droppedTables = /\bDROP TABLE (?:IF EXISTS )?(?<dropped>\w+(?:, \w+)*)/u
const renamedTable = /\bALTER TABLE (?<before>\w+) RENAME TO (?<after>\w+)/u
const changes = new RegExp([createdTable, droppedTables, renamedTable].map(({ source }) => source).join("|"), "gu")

export interface Table {
  readonly name: string
  /** Without its folder and ending: `store.posts`. */
  readonly file: string
}

/** A table belongs to the module that its file is named after: `store.posts.sql` has tables of `store`. */
export const moduleOf = ({ file }: Table): string => file.split(".")[0] ?? file

export const tablesOfMigrations = (folder: string): ReadonlyArray<Table> => {
  const tables = new Map<string, Table>()
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".sql"))
  for (const path of paths.toSorted()) {
    const file = basename(path, ".sql")
    for (const { groups } of readFileSync(join(folder, path), "utf8").matchAll(changes)) {
      const { created, dropped, before, after } = groups ?? {}
      if (created !== undefined) tables.set(created, { name: created, file })
      for (const table of dropped?.split(", ") ?? []) tables.delete(table)
      if (before !== undefined && after !== undefined && tables.delete(before)) tables.set(after, { name: after, file })
    }
  }
  return [...tables.values()]
}
