/** The product's services on their own database server, and timing, for benchmarks. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Clock, ConfigProvider, Duration, Effect, FileSystem, Layer, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { migrated } from "../../apps/server/src/database/Database.ts"
import * as PostgresClient from "../../apps/server/src/database/client/PostgresClient.ts"
import * as PgliteClient from "../../apps/server/src/database/pglite/PgliteClient.ts"
import { ServicesNoDeps } from "../../apps/server/src/main.ts"
import { Secrets } from "../../apps/server/src/runtime/Secrets.ts"

/** Of the services, and of servers on the same database. */
export const encryptionKey = new Uint8Array(32).fill(7)

/** All services, on an existing, migrated database. */
export const productServicesWith = (settings: Readonly<Record<string, string>>) =>
  ServicesNoDeps.pipe(
    Layer.provideMerge(Secrets.layerFromKeys(encryptionKey)),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings))),
    Layer.provide(NodeServices.layer)
  )

const maxConnections = 4

/** All services on a PostgreSQL server. */
export const productOn = (url: Redacted.Redacted, settings: Readonly<Record<string, string>> = {}) =>
  productServicesWith(settings).pipe(Layer.provideMerge(migrated(PostgresClient.layer({ url, maxConnections }))))

/** The same with a pool for queries, as a server has by default. */
export const productAsServer = (url: Redacted.Redacted) =>
  productServicesWith({}).pipe(
    Layer.provideMerge(
      migrated(
        PostgresClient.layer({ url, maxConnections, queries: { connections: 8, timeout: Duration.seconds(30) } })
      )
    )
  )

/** All services on the embedded database in a folder. */
export const productIn = (folder: string, settings: Readonly<Record<string, string>> = {}) =>
  productServicesWith(settings).pipe(Layer.provideMerge(migrated(PgliteClient.layer({ folder }))))

/** Removed with the scope. */
export const temporaryFolder = FileSystem.FileSystem.use((files) =>
  files.makeTempDirectoryScoped({ prefix: "heddle-bench-" })
)

/** Typical settings for a server with 4 GiB, used for the product and its peers alike. */
export const serverSettings = ["shared_buffers = 1GB", "maintenance_work_mem = 256MB", "max_wal_size = 4GB"]

export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const started = clock.currentTimeNanosUnsafe()
    const value = yield* effect
    return { value, millis: Number(clock.currentTimeNanosUnsafe() - started) / 1e6 }
  })

/** Version and main settings of the database server. */
export const describeServer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [server] = yield* sql<{ version: string; sync: string; fsync: string; buffers: string; jit: string }>`
    SELECT current_setting('server_version') AS version, current_setting('synchronous_commit') AS sync,
      current_setting('fsync') AS fsync, current_setting('shared_buffers') AS buffers, current_setting('jit') AS jit`
  return (
    `PostgreSQL ${server?.version}, shared_buffers ${server?.buffers}, synchronous_commit ${server?.sync}, ` +
    `fsync ${server?.fsync}, jit ${server?.jit}`
  )
})
