import { assert, describe, it } from "@effect/vitest"
import { moduleOfTable, sourceFiles, tablesIn, tablesOfFile } from "./SqlTables.ts"
import { exceptions, readers, moduleOfFunction } from "./TableModules.ts"

const tables = new Set(moduleOfTable.keys())

const functions = "database/functions/"

const roomOf = (file: string): string => {
  const name = file.startsWith(functions) ? file.slice(functions.length) : ""
  return moduleOfFunction[name] ?? file.split("/")[0] ?? ""
}

/** Statements that name a table of another module, except where a rule lets that module read. */
const crossings = sourceFiles().flatMap((file) => {
  const module = roomOf(file)
  return [...tablesOfFile(file, tables)]
    .filter((table) => {
      const owner = moduleOfTable.get(table)
      return owner !== module && !readers.some(([reader, read]) => reader === module && read === owner)
    })
    .map((table) => `${file} names ${table}`)
})

describe("tables run one way", () => {
  it("gives every function of the database a module", () => {
    const files = sourceFiles().filter((file) => file.endsWith(".sql"))
    assert.deepStrictEqual(
      files.toSorted(),
      Object.keys(moduleOfFunction)
        .map((name) => `${functions}${name}`)
        .toSorted()
    )
  })

  it("finds tables only where their module, a reader or an exception names them", () => {
    const allowed = new Set(exceptions.map(({ file, table }) => `${file} names ${table}`))
    assert.deepStrictEqual(
      crossings.filter((crossing) => !allowed.has(crossing)),
      []
    )
  })

  it("keeps no exception that nothing needs", () => {
    const needless = exceptions.filter(({ file, table }) => !crossings.includes(`${file} names ${table}`))
    assert.deepStrictEqual(needless, [])
  })

  it("finds each table in its own module, so that the search itself works", () => {
    const named = new Set(sourceFiles().flatMap((file) => [...tablesOfFile(file, tables)]))
    assert.deepStrictEqual(
      [...tables].filter((table) => !named.has(table)),
      []
    )
  })
})

describe("tablesIn", () => {
  const found = (text: string) => [...tablesIn(text, tables)].toSorted()

  it("reads every clause that names a table", () => {
    assert.deepStrictEqual(found("SELECT 1 FROM posts p LEFT JOIN authors a ON true"), ["authors", "posts"])
    assert.deepStrictEqual(found("SELECT 1 FROM posts p, authors AS a"), ["authors", "posts"])
    assert.deepStrictEqual(found("DELETE FROM post_codes c USING replies r"), ["post_codes", "replies"])
    assert.deepStrictEqual(found('INSERT INTO mails (id) SELECT 1; UPDATE ONLY "purchases" SET x = 1'), [
      "mails",
      "purchases"
    ])
    assert.deepStrictEqual(found('ALTER TABLE ${sql("webhook_events")}'), ["webhook_events"])
  })

  it("passes over prose and columns", () => {
    assert.deepStrictEqual(found("/* FROM posts */ const a = 1 // JOIN authors\n-- UPDATE mails"), [])
    assert.deepStrictEqual(found("SELECT p.posts, authors FROM (VALUES (1)) AS replies"), [])
  })
})
