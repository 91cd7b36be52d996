/** The attempts of processes that died: the next claim takes them over, long before their leases end. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { recordset } from "../../database/client/Recordset.ts"
import type { ProcessId } from "../../runtime/Ids.ts"
import type { ProcessLease } from "../../runtime/ProcessLease.ts"
import { now } from "../../runtime/Time.ts"
import { moves } from "./EventState.ts"
import { type EndpointKey, makeQueues } from "./Queues.ts"

type Lost = EndpointKey & { readonly process: ProcessId }

/** `sending` has an index of its own, which is as short as the attempts under way are few. */
export const makeLostAttempts = (sql: SqlClient.SqlClient, processes: ProcessLease["Service"]) => {
  const queues = makeQueues(sql)

  const lost = Effect.fnUntraced(function* (time: Date) {
    const isDead = yield* processes.isDead
    return yield* sql<Lost>`
      SELECT DISTINCT account_id, endpoint_id, attempt_process AS process FROM webhook_events e
      WHERE state = ${moves.takeOver.to} AND due_at > ${time} AND attempt_process <> ${yield* processes.id}
        AND ${isDead(sql`e.attempt_process`)}`
  })

  const release = Effect.fnUntraced(function* (attempts: ReadonlyArray<Lost>, time: Date) {
    const columns = { accountId: "text", endpointId: "text", process: "text" } as const
    const these = recordset(sql, "n", columns, attempts)
    yield* queues.lock(attempts)
    yield* sql`
      UPDATE webhook_events e SET due_at = ${time} FROM ${these}
      WHERE e.account_id = n.account_id AND e.endpoint_id = n.endpoint_id AND e.attempt_process = n.process
        AND e.state = ${moves.takeOver.to} AND e.due_at > ${time}`
    yield* sql`
      UPDATE webhook_queues q SET next_at = least(q.next_at, ${time}) FROM ${these}
      WHERE q.account_id = n.account_id AND q.endpoint_id = n.endpoint_id`
  })

  return Effect.gen(function* () {
    const time = yield* now
    const attempts = yield* lost(time)
    if (attempts.length > 0) yield* sql.withTransaction(release(attempts, time))
  }).pipe(Effect.withSpan("Outbox.releaseLost"), Effect.orDie)
}
