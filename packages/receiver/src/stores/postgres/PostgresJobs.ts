import type { Job, JobStore } from "../../queue/JobStore.ts"
import { storedKey } from "../StoredKey.ts"
import { jobStatements } from "./JobStatements.ts"
import type { Ask, Row, Value } from "./PostgresClient.ts"

function readJob(row: Row): Job {
  const { id, body, idempotency_key: idempotencyKey, signed_at: signedAt, attempts, received_at: receivedAt } = row
  if (
    typeof id !== "string" ||
    typeof body !== "string" ||
    !(typeof idempotencyKey === "string" || idempotencyKey === null)
  ) {
    throw new Error("PostgreSQL answered with something that is not a job.")
  }
  return {
    id,
    body,
    idempotencyKey,
    signedAt: Number(signedAt),
    attempts: Number(attempts),
    receivedAtMs: Number(receivedAt)
  }
}

export function postgresJobs(ask: Ask, tables: { events: string; jobs: string }, retentionMs: number): JobStore {
  const sql = jobStatements(tables.events, tables.jobs)
  const found = async (statement: string, ...values: ReadonlyArray<Value>) => (await ask(statement, values)).length > 0
  return {
    add: async ({ body, idempotencyKey, signedAt, receivedAtMs }, claim) => {
      const values = [body, idempotencyKey, signedAt, receivedAtMs]
      return claim === null
        ? found(sql.add, ...values)
        : found(sql.addAndComplete, ...values, await storedKey(claim.key), claim.owner, retentionMs)
    },
    take: async (owner, leaseMs) => {
      const [row] = await ask(sql.take, [owner, leaseMs])
      return row === undefined ? null : readJob(row)
    },
    renew: (id, owner, leaseMs) => found(sql.renew, id, owner, leaseMs),
    finish: (id, owner) => found(sql.finish, id, owner),
    retry: (id, owner, delayMs) => found(sql.retry, id, owner, delayMs)
  }
}
