import { assert, it } from "@effect/vitest"
import { Cause, Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { SqlError } from "effect/sql"
import { countStatementErrors } from "../../src/runtime/StatementErrors.ts"

const failed = (code: string) =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({
      cause: Object.assign(new Error("from the server"), { code }),
      operation: "query"
    })
  })
const unreachable = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({
    cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }),
    operation: "connect"
  })
})

it.effect("failed statements are counted by SQLSTATE; those without one never reached the database", () =>
  Effect.gen(function* () {
    yield* countStatementErrors(Cause.fail(failed("40P01")))
    yield* countStatementErrors(Cause.die(failed("40P01")))
    yield* countStatementErrors(Cause.fail(unreachable))
    yield* countStatementErrors(Cause.die(new Error("no statement")))
    const lines = (yield* PrometheusMetrics.format()).split("\n").filter((line) => /^[^#]/.test(line))
    assert.sameMembers(lines, [
      'database_errors_total{sqlstate="40P01"} 2',
      'database_errors_total{sqlstate="ConnectionError"} 1'
    ])
  }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
)
