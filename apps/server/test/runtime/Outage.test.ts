import { assert, describe, it } from "@effect/vitest"
import { SqlError } from "effect/sql"
import { isOutage, isOutcomeUnknown } from "../../src/runtime/Outage.ts"

const unclassified = (code: string, operation = "query") =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({ cause: Object.assign(new Error("from the server"), { code }), operation })
  })

const connection = (operation: string) =>
  new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error("closed"), operation }) })

describe("errors of a database that is not there", () => {
  it.each([
    ["57P01", "an administrator stops it"],
    ["57P02", "it crashed"],
    ["57P03", "it starts or stops"],
    ["57P05", "the session was idle for too long"],
    ["53300", "it has too many connections"],
    ["53100", "its disk is full"],
    ["58030", "its disk fails"],
    ["25006", "it only follows another server"]
  ])("%s: %s", (code) => {
    assert.isTrue(isOutage(unclassified(code)))
  })

  it.each(["22012", "40001", "XX000", "57014", "P0001"])("%s is an error of the statement", (code) => {
    assert.isFalse(isOutage(unclassified(code)))
    assert.isFalse(isOutcomeUnknown(unclassified(code)))
  })

  it("a statement without a connection was never sent", () => {
    assert.isTrue(isOutage(connection("connect")))
    assert.isFalse(isOutcomeUnknown(connection("connect")))
    assert.isFalse(isOutcomeUnknown(unclassified("57P03", "connect")))
    assert.isTrue(isOutcomeUnknown(connection("query")))
    assert.isTrue(isOutcomeUnknown(unclassified("57P02")))
  })
})
