/** Several hosts in `DATABASE_URL`, which take turns at taking writes. */
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Queue, Redacted, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import * as PostgresServer from "../../../../../test/support/PostgresServer.ts"
import * as PostgresClient from "../../../src/database/client/PostgresClient.ts"
import { tcpProxy } from "../../support/TcpProxy.ts"

const urlOf = ({ url }: PostgresServer.PostgresServer) => new URL(Redacted.value(url))

/** The URL of the first with the hosts of all. */
const severalHosts = (first: URL, hosts: ReadonlyArray<string>, parameters = "") =>
  Redacted.make(first.href.replace(first.host, hosts.join(",")) + parameters)

const pair = Effect.gen(function* () {
  const primary = yield* PostgresServer.start({ settings: ["fsync = off"] })
  return { primary, standby: yield* primary.startStandby }
})

/** Writes, and returns the port of the server that took it. */
const write = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ port: string }>`INSERT INTO written VALUES (1) RETURNING current_setting('port') AS port`,
    ([row]) => row?.port
  )
)

const untilWritten = (port: string) =>
  Effect.retry(
    Effect.filterOrFail(write, (taker) => taker === port),
    Schedule.spaced("50 millis")
  )

const on =
  (url: Redacted.Redacted<string>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(effect, PostgresClient.layer({ url, maxConnections: 4 }), { local: true })

it.live(
  "connections go to the host that takes writes, and leave one that vanished for one that was promoted",
  () =>
    Effect.gen(function* () {
      const { primary, standby } = yield* pair
      const proxy = yield* tcpProxy(Number(urlOf(primary).port))
      const hosts = [urlOf(standby).host, `127.0.0.1:${proxy.port}`]
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`CREATE TABLE written (value int)`
        assert.strictEqual(yield* write, urlOf(primary).port)
        const heard = yield* Queue.unbounded<string>()
        yield* Effect.flatMap(sql.listen("heard"), (queue) =>
          Stream.runForEach(Stream.fromQueue(queue), ({ payload }) => Queue.offer(heard, payload))
        ).pipe(Effect.scoped, Effect.retry(Schedule.spaced("50 millis")), Effect.forkScoped)
        const tell = Effect.repeat(sql.notify("heard", "here"), Schedule.spaced("50 millis"))
        yield* Effect.raceFirst(tell, Queue.take(heard))
        // Held by a transaction whose connection never says that it is gone.
        const inTransaction = sql.withTransaction(Effect.andThen(write, sql`SELECT pg_sleep(600)`))
        const left = yield* Effect.forkScoped(Effect.exit(inTransaction))
        proxy.silence()
        standby.promote()
        yield* untilWritten(urlOf(standby).port)
        assert.isTrue(Exit.isFailure(yield* Fiber.join(left)))
        yield* Queue.clear(heard)
        yield* Effect.raceFirst(Effect.retry(tell, Schedule.spaced("50 millis")), Queue.take(heard))
      }).pipe(Effect.scoped, on(severalHosts(urlOf(primary), hosts, "?target_session_attrs=read-write")))
    }),
  120_000
)

it.live(
  "no connection stays at a host that stops taking writes, and all return with it",
  () =>
    Effect.gen(function* () {
      const { primary, standby } = yield* pair
      const hosts = [urlOf(primary).host, urlOf(standby).host]
      const url = severalHosts(urlOf(primary), hosts)
      const control = (statement: string) =>
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(on(primary.url))
      const setReadOnly = (value: string) =>
        Effect.andThen(
          control(`ALTER SYSTEM SET default_transaction_read_only = ${value}`),
          control("SELECT pg_reload_conf()")
        )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE written (value int)`
        yield* setReadOnly("on")
        // Reads fail as well: elsewhere there may be newer rows.
        const error = yield* Effect.flip(Effect.repeat(sql`SELECT 1`, Schedule.spaced("50 millis")))
        assert.strictEqual(error.reason._tag, "ConnectionError")
        const refused = yield* Effect.flip(
          Effect.scoped(Effect.provide(write, PostgresClient.layer({ url, maxConnections: 2 })))
        )
        for (const host of hosts) assert.include(String(refused.message), `${host} takes no writes`)
        yield* setReadOnly("off")
        yield* untilWritten(urlOf(primary).port)
      }).pipe(on(url))
    }),
  120_000
)
