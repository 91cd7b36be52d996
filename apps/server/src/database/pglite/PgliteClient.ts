import { PgClient, type PgConnection } from "@effect/sql-pg"
import { Context, Effect, Layer, Queue } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { clientOptions, transactionalNotify } from "../client/ClientOptions.ts"
import { holdDataDir } from "./DataDir.ts"
import { lockLost } from "./DataDirLock.ts"
import { DatabaseInfo, DatabaseUnavailable } from "../client/DatabaseInfo.ts"
import { Notifications } from "../client/Notifications.ts"
import type { PgliteStorage } from "./PgliteMessages.ts"
import { type Backend, PgliteStream } from "./PgliteStream.ts"
import { type PgliteLost, type PgliteThread, startThread } from "./PgliteThread.ts"

const open = Effect.fnUntraced(function* (storage: PgliteStorage) {
  if ("folder" in storage) return yield* holdDataDir(storage.folder, startThread(storage))
  return yield* Effect.mapError(
    startThread(storage),
    ({ reason }) =>
      new DatabaseUnavailable({
        what: "The embedded database could not start in memory.",
        details: reason,
        solution: "Free memory, or set DATABASE_URL to use a PostgreSQL server."
      })
  )
})

/**
 * `PgClient` over PGlite through the driver's `stream` option: the same wire protocol, codecs and `SqlError`s as with a
 * server, without a port.
 */
export const make = Effect.fn("PgliteClient.make")(function* (thread: PgliteThread) {
  const backend: Backend = { thread, notifications: new Notifications(), used: false }
  // A pool of one rather than one connection: the driver abandons a session after an error such as a value it cannot
  // decode, and only a pool replaces it.
  const client = yield* PgClient.make({
    ...clientOptions,
    username: "postgres",
    database: "postgres",
    stream: () => new PgliteStream(backend),
    minConnections: 1,
    maxConnections: 1,
    // A slow statement of an abandoned session runs to its end before the next session starts.
    connectTimeout: "10 minutes"
  })

  // The driver's own `listen` would hold the only session until its scope closes.
  const listen: PgClient.PgClient["listen"] = Effect.fnUntraced(function* (channel) {
    const queue = yield* Queue.unbounded<PgConnection.Notification, SqlError>()
    const listener = (payload: string) => void Queue.offerUnsafe(queue, { processId: 0, channel, payload })
    yield* Effect.acquireRelease(
      Effect.sync(() => backend.notifications.add(channel, listener)),
      () =>
        Effect.andThen(
          Effect.sync(() => backend.notifications.remove(channel, listener)),
          Queue.shutdown(queue)
        )
    )
    // No UNLISTEN: another listener may be starting, and notifications without a listener cost nothing.
    yield* client`LISTEN ${client(channel)}`.withoutTransform
    return queue
  })

  return Object.assign(client, {
    listen,
    notify: transactionalNotify(client),
    driver: "pglite"
  }) satisfies PgClient.PgClient
})

const describe = (storage: PgliteStorage): string => ("folder" in storage ? storage.folder : "memory")

const ended = (storage: PgliteStorage, { reason }: PgliteLost) =>
  new DatabaseUnavailable({
    what: `The embedded database (${describe(storage)}) has stopped.`,
    details: reason,
    solution:
      "Start Heddle again; committed data is safe. If it stops again, give it more memory and disk space, or set DATABASE_URL to use a PostgreSQL server."
  })

export const layer = (storage: PgliteStorage) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const thread = yield* open(storage)
      const client = yield* make(thread)
      return Context.make(PgClient.PgClient, client).pipe(
        Context.add(SqlClient.SqlClient, client),
        Context.add(DatabaseInfo, {
          kind: "pglite",
          location: describe(storage),
          lost: Effect.raceFirst(
            Effect.mapError(thread.lost, (lost) => ended(storage, lost)),
            "folder" in storage ? lockLost(storage.folder) : Effect.never
          )
        })
      )
    })
  ).pipe(Layer.provide(Reactivity.layer))
