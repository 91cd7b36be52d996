import { describe, expect, it } from "vitest"
import { Optional } from "../support/Optional.ts"

const optional = (find: () => number | undefined) =>
  new Optional({ thing: "RUNTIMES", name: "a runtime", remedy: "install it", find })

describe("Optional", () => {
  it("says what is missing, how to get it and how to require it", () => {
    const missing = optional(() => undefined)
    expect(missing.isThere).toBe(false)
    expect(() => missing.open()).toThrow(
      "needs a runtime: install it; HEDDLE_TEST_REQUIRE_RUNTIMES=true makes this a failure"
    )
    expect(missing.map(String).isThere).toBe(false)
    expect(() => missing.map(String).open()).toThrow("needs a runtime")
  })

  it("looks once", () => {
    let looks = 0
    const found = optional(() => (looks += 1))
    expect([found.isThere, found.open(), found.map((value) => value + 1).open(), looks]).toEqual([true, 1, 2, 1])
  })
})

describe("a unit test", () => {
  it("has no database, and learns where it may have one", async () => {
    const { migratedPglite, postgresServer } = await import("../support/Services.ts")
    expect(() => migratedPglite()).toThrow("Name the file *.database.test.ts")
    expect(() => postgresServer.isThere).toThrow("A unit test has no database")
  })
})
