/** The log of the peers: the columns and the primary key of the product's, without its partitions and further indexes. */
import { randomUUID } from "node:crypto"
import type { Attempt, Job } from "./Client.ts"

export const createAttempts = `
  CREATE TABLE IF NOT EXISTS attempts (
    account_id text NOT NULL, id text NOT NULL, endpoint_id text NOT NULL, event_id text, rule_id text, post_code text,
    attempt int NOT NULL, started_at timestamptz NOT NULL, url text, duration_ms int, outcome text, status_code int,
    error text, fault_owner text, request_headers jsonb, response_headers jsonb, response text,
    PRIMARY KEY (account_id, id)
  )`

const types = [
  "text",
  "text",
  "text",
  "text",
  "text",
  "text",
  "int",
  "timestamptz",
  "text",
  "int",
  "text",
  "int",
  "text",
  "text",
  "jsonb",
  "jsonb",
  "text"
]

/** One statement for any number of attempts. */
export const insertAttempts = `
  INSERT INTO attempts SELECT * FROM unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(", ")})`

const rowOf = ({ key, endpoint, url }: Job, attempt: Attempt) => [
  "account",
  randomUUID(),
  endpoint,
  key,
  "rule",
  key,
  1,
  attempt.startedAt,
  url,
  attempt.millis,
  attempt.status < 300 ? "delivered" : "failed",
  attempt.status,
  null,
  null,
  attempt.requestHeaders,
  attempt.responseHeaders,
  attempt.response
]

/** The parameters of `insertAttempts`. */
export const attemptColumns = (attempts: ReadonlyArray<readonly [Job, Attempt]>): Array<Array<unknown>> => {
  const rows = attempts.map(([job, attempt]) => rowOf(job, attempt))
  return types.map((_, column) => rows.map((row) => row[column]))
}
