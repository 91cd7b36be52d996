/** `heddle ingest` over the routes of its own process: files as they are, compressed, and broken. */
import { assert } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { gzipSync } from "node:zlib"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { ingestCommand } from "../../src/cli/ingest.ts"
import { commandServices } from "../support/CommandLine.ts"

const command = Command.runWith(ingestCommand, { version: "0" })

const lines = (prefix: string) =>
  Array.from({ length: 3 }, (_, index) =>
    JSON.stringify({ type: "post", code: `${prefix}${index}`, caption: "a post", username: "u", post_timestamp: 5 })
  )

const fileOf = Effect.fnUntraced(function* (name: string, content: Uint8Array) {
  const fs = yield* FileSystem.FileSystem
  const path = `${yield* fs.makeTempDirectoryScoped()}/${name}`
  yield* fs.writeFile(path, content)
  return path
})

/** What the command prints before it fails because of rejected lines, or else succeeds. */
const summaryOf = Effect.fnUntraced(function* (path: string) {
  yield* Effect.exit(command([path, "--json"]))
  const summary: unknown = JSON.parse(String((yield* TestConsole.logLines).at(-1)))
  return Object(summary)
})

onAnyDatabaseWith("heddle ingest", { services: commandServices }, (it) => {
  it.effect("writes a file, plain or compressed, and prints the summary", () =>
    Effect.gen(function* () {
      const text = Buffer.from(`${[...lines("p"), "bad", '{"type":"post","code":"p9","captoin":"a","username":"u"}'].join("\n")}\n`)
      assert.deepStrictEqual(yield* summaryOf(yield* fileOf("posts.ndjson", text)), {
        accepted: 3,
        updated: 0,
        deleted: 0,
        ignored: 0,
        rejected: 2,
        errors: [
          { line: 4, message: "not a JSON value; put one object on one line" },
          { line: 5, message: "caption: is required; post_timestamp: is required; `captoin` is unknown" }
        ]
      })
      const again = yield* summaryOf(yield* fileOf("posts.ndjson.gz", gzipSync(text)))
      assert.deepInclude(again, { accepted: 0, updated: 3, rejected: 2 })
    })
  )

  it.effect("fails after all good lines are in, if a line was rejected", () =>
    Effect.gen(function* () {
      const path = yield* fileOf("some.ndjson", Buffer.from(["bad", ...lines("some"), "{}"].join("\n")))
      assert.strictEqual(
        (yield* Effect.flip(command([path]))).message,
        "2 lines were rejected; all others were ingested. Correct these lines and ingest the file again: lines that were " +
          "ingested before do no harm."
      )
      assert.include((yield* TestConsole.logLines).at(-1), "3 accepted, 0 updated")
      assert.isUndefined(yield* command([yield* fileOf("good.ndjson", Buffer.from(lines("some").join("\n")))]))
    })
  )

  it.effect("names the file that is broken or missing; lines before the fault are in", () =>
    Effect.gen(function* () {
      // Level 0 stores the bytes as they are, so that the cut falls after a known line.
      const whole = gzipSync(`${lines("cut").join("\n")}\n{"type":"po`, { level: 0 })
      const cut = yield* fileOf("cut.ndjson.gz", whole.subarray(0, -8))
      const broken = yield* Effect.flip(command([cut]))
      assert.strictEqual(
        broken.message,
        `${cut} is truncated or damaged gzip; the lines before the damage were ingested.`
      )
      const rest = yield* fileOf("rest.ndjson", Buffer.from(lines("cut").join("\n")))
      assert.deepInclude(yield* summaryOf(rest), { accepted: 0, updated: 3 })
      assert.strictEqual((yield* Effect.flip(command(["none.ndjson"]))).message, "none.ndjson: no such file.")
    })
  )
})
