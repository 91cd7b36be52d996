import { PGlite } from "@electric-sql/pglite"
import { PgClient, type PgConnection } from "@effect/sql-pg"
import { Effect, Layer, Queue } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { clientOptions } from "./ClientOptions.ts"
import { holdDataDir } from "./DataDir.ts"
import { DatabaseInfo } from "./DatabaseInfo.ts"
import { DatabaseUnavailable } from "./DatabaseUnavailable.ts"
import { Notifications } from "./Notifications.ts"
import { type Backend, PgliteStream } from "./PgliteStream.ts"
import { transactionalNotify } from "./TransactionalNotify.ts"

/** Where the data is: in a folder, or in memory, there optionally beginning with a dump of another instance. */
export type PgliteStorage = { readonly folder: string } | { readonly memory: true; readonly dump?: Blob }

const open = Effect.fnUntraced(function* (storage: PgliteStorage) {
  if ("folder" in storage) return yield* holdDataDir(storage.folder, () => PGlite.create({ dataDir: storage.folder }))
  return yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => PGlite.create(storage.dump === undefined ? {} : { loadDataDir: storage.dump }),
      catch: (cause) =>
        new DatabaseUnavailable({
          what: "The embedded database could not start in memory.",
          details: String(cause),
          solution: "Free memory, or set DATABASE_URL to use a PostgreSQL server."
        })
    }),
    (db) => Effect.promise(() => db.close())
  )
})

/**
 * `PgClient` over an in-process PGlite, through the driver's `stream` option:
 * wire protocol, codecs and `SqlError`s are those of a server, without a port.
 */
export const make = Effect.fn("PgliteClient.make")(function* (db: PGlite) {
  const backend: Backend = { db, notifications: new Notifications(), used: false }
  // A pool of one rather than one connection: the driver gives up a session it can no longer
  // trust (a value it cannot decode is enough), and only a pool replaces it.
  const client = yield* PgClient.make({
    ...clientOptions,
    username: "postgres",
    database: "postgres",
    stream: () => new PgliteStream(backend),
    minConnections: 1,
    maxConnections: 1,
    // PGlite computes on this thread: a slow statement delays the timer and the answer alike.
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
    // There is no UNLISTEN: the next listener may be on its way, and unheard notifications cost nothing.
    yield* client`LISTEN ${client(channel)}`.withoutTransform
    return queue
  })

  return Object.assign(client, {
    listen,
    notify: transactionalNotify(client),
    driver: "pglite"
  }) satisfies PgClient.PgClient
})

/** Over an instance that belongs to the caller. */
export const layerFrom = (db: PGlite) => PgClient.layerFrom(make(db))

export const layer = (storage: PgliteStorage) =>
  Layer.merge(
    PgClient.layerFrom(Effect.flatMap(open(storage), make)),
    Layer.succeed(DatabaseInfo, {
      kind: "pglite",
      location: "folder" in storage ? storage.folder : "memory"
    })
  )
