/** Rows as flat records: every value of a row appears in a column, whatever the row looks like. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import fc from "fast-check"
import { runs } from "../../../test/support/Runs.ts"
import { columnsOf, recordsOf } from "../src/Tables.ts"

const Row = Schema.Struct({
  code: Schema.String,
  user: Schema.Struct({ name: Schema.String, followers: Schema.NullOr(Schema.Int) }),
  media: Schema.Array(Schema.String),
  extra: Schema.Record(Schema.String, Schema.Unknown),
  days: Schema.Array(Schema.Struct({ date: Schema.String, count: Schema.Int }))
})
type Row = typeof Row.Type

const columns = columnsOf(Schema.toJsonSchemaDocument(Row).schema)

const rows: fc.Arbitrary<Row> = fc.record({
  code: fc.string(),
  user: fc.record({ name: fc.string(), followers: fc.option(fc.nat()) }),
  media: fc.array(fc.string()),
  extra: fc.dictionary(fc.string(), fc.nat()),
  days: fc.array(fc.record({ date: fc.string(), count: fc.nat() }))
})

describe("the columns of a row", () => {
  it("are its members, those of its objects and those of its lists of objects", () => {
    assert.deepStrictEqual(
      columns.map(({ name }) => name),
      ["code", "user.name", "user.followers", "media", "extra", "days.date", "days.count"]
    )
  })

  it("are those of all forms that a row may have", () => {
    const Failed = Schema.Struct({ code: Schema.String, reason: Schema.String })
    const both = columnsOf(Schema.toJsonSchemaDocument(Schema.Union([Row, Failed])).schema)
    assert.includeMembers(
      both.map(({ name }) => name),
      ["code", "user.name", "reason"]
    )
  })

  it("hold every value of a row, in one record or in one for each element of its list", () => {
    fc.assert(
      fc.property(rows, (row) => {
        const records = recordsOf(row, columns)
        assert.lengthOf(records, Math.max(1, row.days.length))
        for (const [index, record] of records.entries()) {
          const day = row.days[index]
          assert.deepStrictEqual(record, {
            code: row.code,
            "user.name": row.user.name,
            "user.followers": row.user.followers,
            media: row.media,
            extra: row.extra,
            ...(day === undefined ? {} : { "days.date": day.date, "days.count": day.count })
          })
        }
      }),
      { numRuns: runs(100) }
    )
  })
})
