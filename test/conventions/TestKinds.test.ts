/** The name of a test file says what the test may use. */
import { describe, expect, it } from "vitest"
import { longTests, smokeTests } from "../../vitest.config.ts"
import { importsOf, reached, testSources } from "./TestSources.ts"

const kinds = {
  unit: /(?<!\.(?:database|system))\.test\.ts$/,
  database: /\.database\.test\.ts$/
}

const startsProcesses = /^node:(?:child_process|cluster)$/
const opensDatabases =
  /^@electric-sql\/pglite$|^test\/support\/Services\.ts$|\/(?:PgliteClient|PgliteThread|PostgresClient)\.ts$/

/** Starts a Redis of its own for the tests, which is no process of ours. */
const testServer = "test/support/RedisServer.ts"

/** Proves that a unit test gets no database. */
const thatTriesIt = "test/conventions/Optional.test.ts"

const offences = (kind: keyof typeof kinds, forbidden: RegExp) =>
  testSources
    .filter((path) => kinds[kind].test(path) && path !== thatTriesIt)
    .flatMap((path) =>
      Array.from(reached(path, (through) => through !== testServer))
        .filter(([target]) => forbidden.test(target))
        .map(([target, through]) => `${path} reaches ${target} through ${through}`)
    )

describe("test files", () => {
  it("that are unit tests reach no database and start no process", () => {
    expect(offences("unit", startsProcesses)).toEqual([])
    expect(offences("unit", opensDatabases)).toEqual([])
  })

  it("that are database tests start no process", () => {
    expect(offences("database", startsProcesses)).toEqual([])
  })

  it("that the configuration names exist", () => {
    expect(smokeTests.filter((path) => !testSources.includes(path) || !path.endsWith(".system.test.ts"))).toEqual([])
    expect(longTests.filter((path) => !testSources.includes(path) || path.endsWith(".system.test.ts"))).toEqual([])
  })

  it("are found with their imports", () => {
    expect(importsOf("test/support/Redis.ts")).toEqual(["test/support/DescribeWith.ts", "test/support/Services.ts"])
    const through = reached("test/faults/Stop.system.test.ts", () => true)
    expect(through.get("node:child_process")).toBe("test/support/HeddleProcess.ts")
  })
})
