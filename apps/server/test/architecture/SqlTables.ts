/** The tables of the migrations, and the tables that SQL in a file names. SQL keywords are in capitals in this house. */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { moduleOf, tablesOfMigrations } from "../../../../scripts/architecture/Tables.ts"

export const sourceFolder = join(import.meta.dirname, "../../src")

const textOf = (file: string): string => readFileSync(join(sourceFolder, file), "utf8")

/** Every `.ts` and `.sql` file below `apps/server/src` but the migrations, which may name what they like. */
export const sourceFiles = (): ReadonlyArray<string> =>
  readdirSync(sourceFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|sql)$/.test(entry.name))
    .map((entry) => relative(sourceFolder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((file) => !file.startsWith("database/migrations/"))

/** The module of each table that the migrations make. */
export const moduleOfTable: ReadonlyMap<string, string> = new Map(
  tablesOfMigrations(join(sourceFolder, "database/migrations")).map((table) => [table.name, moduleOf(table)])
)

const withoutComments = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, " ")
    .replaceAll(/(^|\s)\/\/.*$/gm, " ")
    .replaceAll(/(^|\s)--.*$/gm, " ")

const relation = String.raw`(?:ONLY\s+|IF EXISTS\s+|LATERAL\s+)?"?\w+"?`
/** A name after a keyword, and each further name of a list such as `FROM posts p, authors a`. */
const afterKeyword = new RegExp(
  String.raw`\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|TRUNCATE|PARTITION OF|REFERENCES|ON ONLY|COPY)\s+` +
    String.raw`(${relation}(?:\s+(?:AS\s+)?[a-z]\w*)?(?:\s*,\s*${relation}(?:\s+(?:AS\s+)?[a-z]\w*)?)*)`,
  "g"
)
/** An identifier given as a value: sql("posts"). */
const asIdentifier = /\bsql(?:\.literal)?\(\s*["'`](\w+)["'`]\s*\)/g

export const tablesIn = (text: string, tables: ReadonlySet<string>): ReadonlySet<string> => {
  const code = withoutComments(text)
  const lists = [...code.matchAll(afterKeyword)].map(([, list = ""]) => list)
  const names = lists.flatMap((list) => list.split(",").flatMap(namedRelation))
  for (const [, name = ""] of code.matchAll(asIdentifier)) names.push(name)
  return new Set(names.filter((name) => tables.has(name)))
}

const namedRelation = (item: string): ReadonlyArray<string> => {
  const words = item.replaceAll('"', "").trim().split(/\s+/)
  const name = words.find((word) => !["ONLY", "IF", "EXISTS", "LATERAL"].includes(word))
  return name === undefined ? [] : [name]
}

export const tablesOfFile = (file: string, tables: ReadonlySet<string>): ReadonlySet<string> =>
  tablesIn(textOf(file), tables)
