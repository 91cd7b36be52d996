/** Databases whose posts are distributed, as docs/scaling.md says. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { filesOf, readPage } from "./ShellBlocks.ts"

/** Statements that take no parameters, in one session. */
const run = (url: string, ...statements: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.flatMap(PgClient.makeClient({ url: Redacted.make(url) }), (sql) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
    )
  ).pipe(Effect.provide(Reactivity.layer))

/** Distributes the posts of a database on the coordinator to a database on the worker, which has nothing yet. */
export const distribute = Effect.fn("distribute")(function* (coordinatorUrl: string, workerUrl: string) {
  const [coordinator, worker] = [new URL(coordinatorUrl), new URL(workerUrl)]
  const page = filesOf(readPage("docs/scaling.md")).get("distribute.sql")
  if (page === undefined) throw new Error("docs/scaling.md has no distribute.sql")
  // The worker calls the coordinator back, and all nodes have one password.
  const begin = [
    "CREATE EXTENSION citus",
    `INSERT INTO pg_dist_authinfo VALUES (0, '${coordinator.username}', 'password=${coordinator.password}')`
  ]
  yield* run(workerUrl, ...begin)
  yield* run(
    coordinatorUrl,
    ...begin,
    `SELECT citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`,
    `SELECT citus_add_node('${worker.hostname}', ${worker.port})`,
    ...page.split(";").filter((statement) => statement.trim() !== "")
  )
}, Effect.orDie)

/** Has the worker take 20 ms to commit, until the scope closes. */
export const withSlowWorker = (workerUrl: string) =>
  Effect.acquireRelease(
    run(
      workerUrl,
      "ALTER SYSTEM SET fsync = on",
      "ALTER SYSTEM SET synchronous_commit = on",
      "ALTER SYSTEM SET commit_delay = 20000",
      "ALTER SYSTEM SET commit_siblings = 0",
      "SELECT pg_reload_conf()"
    ),
    () => run(workerUrl, "ALTER SYSTEM RESET ALL", "SELECT pg_reload_conf()").pipe(Effect.orDie)
  )
