import { assert, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect, Layer } from "effect"
import { SqlError } from "effect/sql"
import { TestConsole } from "effect/testing"
import { LogFormat } from "../../src/runtime/LogFormat.ts"
import { Settings } from "../../src/runtime/Settings.ts"

const inFormat = (format: string) =>
  LogFormat.pipe(
    Layer.provide(Settings.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_LOG_FORMAT: format })))
  )

const linesOf = <A>(format: string, log: Effect.Effect<A>) =>
  Effect.andThen(
    Effect.provide(log, inFormat(format)),
    Effect.map(TestConsole.logLines, (lines) => lines.map(String))
  )

const refused = new SqlError.SqlError({
  reason: new SqlError.UnknownError({
    cause: Object.assign(new Error("cannot execute LOCK TABLE during recovery"), { code: "25006" }),
    message: "PgConnection: Query failed",
    operation: "query"
  })
})

/** As the driver's migrator reports it. */
const failedMigration = Object.assign(new Error('Migration "14_history" failed'), { cause: refused })

const round = Effect.annotateLogs(Effect.logInfo("Round"), { events: 2, outOfCredits: ["acc_1"] })

it.effect("an entry is one JSON object, with what it is about as fields", () =>
  Effect.gen(function* () {
    const [line = ""] = yield* linesOf("json", round)
    const { timestamp, version, node, ...entry } = JSON.parse(line)
    assert.deepStrictEqual(entry, {
      level: "INFO",
      message: "Round",
      service: "heddle",
      annotations: { events: 2, outOfCredits: ["acc_1"] }
    })
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT.*Z$/)
    assert.match(version, /^\d+\.\d+\.\d+/)
    assert.include(node, String(process.pid))
  })
)

it.effect("a failed statement is told in the words of the database", () =>
  Effect.gen(function* () {
    const [line = ""] = yield* linesOf("json", Effect.logError("Request failed", Cause.die(failedMigration)))
    const { error, cause } = JSON.parse(line)
    assert.strictEqual(
      error,
      'Migration "14_history" failed: cannot execute LOCK TABLE during recovery (SQLSTATE 25006)'
    )
    assert.include(cause, "Error")
  })
)

it.effect("a line for people has them after the message, and the database's words before the stack", () =>
  Effect.gen(function* () {
    const log = Effect.andThen(round, Effect.logError("Request failed", Cause.fail(refused)))
    const [first = "", second = ""] = yield* linesOf("text", log)
    assert.match(first, /^\[\d{4}-\S+Z\] INFO: Round events=2 outOfCredits=\["acc_1"\]$/)
    const [message = "", words] = second.split("\n")
    assert.match(message, /ERROR: Request failed$/)
    assert.strictEqual(words, "  cannot execute LOCK TABLE during recovery (SQLSTATE 25006)")
  })
)
