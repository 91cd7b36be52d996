import type { PgClient } from "@effect/sql-pg"
import { layer as withLayer, type Vitest } from "@effect/vitest"
import { Clock, type Duration, Effect, Layer, Redacted, type Scope } from "effect"
import type { SqlClient } from "effect/sql"
import { describe } from "vitest"
import { migrated } from "../../apps/server/src/database/Database.ts"
import type { DatabaseInfo } from "../../apps/server/src/database/client/DatabaseInfo.ts"
import * as PgliteClient from "../../apps/server/src/database/pglite/PgliteClient.ts"
import * as PostgresClient from "../../apps/server/src/database/client/PostgresClient.ts"
import { describeWith } from "./DescribeWith.ts"
import { Optional } from "./Optional.ts"
import { freshDatabase } from "./PostgresDatabases.ts"
import { isLongRun } from "./Runs.ts"
import { migratedPglite, type PostgresAddress, postgresServer, postgresServerWithVectors } from "./Services.ts"
import { isRecording, requirement } from "./TestSettings.ts"

export type DatabaseLayer = Layer.Layer<PgClient.PgClient | SqlClient.SqlClient | DatabaseInfo>

type EmptyDatabaseLayer = Layer.Layer<PgClient.PgClient | SqlClient.SqlClient>

export type DatabaseName = "PGlite" | "PostgreSQL"

export interface Postgres {
  /** A new, migrated database each time the layer is built. */
  readonly layer: DatabaseLayer
  /** The URL of a new, migrated database, for tests with several processes or pools. */
  readonly freshUrl: Effect.Effect<Redacted.Redacted<string>, never, Scope.Scope>
  /** Runs with the URL of a new, migrated database. */
  readonly onFreshUrl: (run: (url: string) => Promise<unknown>) => Promise<void>
  /** The URL of an empty database, for tests of the migrations. */
  readonly emptyUrl: Effect.Effect<Redacted.Redacted<string>, never, Scope.Scope>
}

const maxConnections = 5

/**
 * Lets the pool of connections live in real time. It looks for idle ones once a minute, and a test that moves its clock
 * by years would spend its time on that.
 */
const inRealTime = Layer.provide(Layer.succeed(Clock.Clock, Clock.Clock.defaultValue()))

/** A new in-memory database, like `Postgres.layer`. */
export const pglite: DatabaseLayer = migrated(PgliteClient.layer({ memory: true, dump: migratedPglite().dump })).pipe(
  inRealTime,
  Layer.orDie
)

const urlOf = <E, R>(database: Effect.Effect<{ readonly url: Redacted.Redacted<string> }, E, R>) =>
  Effect.map(database, ({ url }) => url)

const postgresOn = (server: PostgresAddress): Postgres => {
  const fresh = freshDatabase(server)
  const freshUrl = urlOf(fresh)
  return {
    freshUrl,
    onFreshUrl: (run) =>
      Effect.runPromise(
        Effect.scoped(
          Effect.flatMap(freshUrl, (url) => Effect.promise(async () => void (await run(Redacted.value(url)))))
        )
      ),
    emptyUrl: urlOf(freshDatabase(server, "template1")),
    layer: Layer.unwrap(Effect.map(fresh, (urls) => migrated(PostgresClient.layer({ ...urls, maxConnections })))).pipe(
      inRealTime,
      Layer.orDie
    )
  }
}

const postgresql = postgresServer.map(postgresOn)
const postgresqlWithVectors = postgresServerWithVectors.map(postgresOn)

const onPglite = requirement("PGLITE")

/** There in a long run, when recording, when required, and when there is no PostgreSQL. */
const pgliteAsWell = new Optional({
  thing: "PGLITE",
  name: "PGlite",
  remedy: "",
  find: () => (onPglite.isRequired || isLongRun || isRecording || !postgresServer.isThere ? pglite : undefined),
  reason: `ran on PostgreSQL; ${onPglite.variable}=true runs it on PGlite too`
})

/** Declares tests on PostgreSQL alone. */
export const onPostgres = (title: string, declare: (postgres: Postgres) => void): void =>
  describeWith(postgresql, title, declare)

/** Declares tests on PGlite that a short run has on PostgreSQL alone. */
export const onPgliteAsWell = (title: string, declare: (layer: DatabaseLayer) => void): void =>
  describeWith(pgliteAsWell, title, declare)

/**
 * Declares the same tests on both databases, for suites whose statements run on both alike: a short run has them on
 * PostgreSQL, or on PGlite if there is no PostgreSQL. CI has them on both.
 */
export const onAnyDatabase = (
  subject: string,
  declare: (name: DatabaseName, database: DatabaseLayer) => void
): void => {
  onPgliteAsWell(`${subject} on PGlite`, (layer) => declare("PGlite", layer))
  onPostgres(`${subject} on PostgreSQL`, ({ layer }) => declare("PostgreSQL", layer))
}

interface Suite<R, E> {
  readonly services: Layer.Layer<R, E, Layer.Success<DatabaseLayer>>
  /** Time passes by itself. */
  readonly realClock?: boolean
  readonly timeout?: Duration.Input
}

/** Like `onAnyDatabase`, with services that the tests share. */
export const onAnyDatabaseWith = <R, E>(
  subject: string,
  { services, realClock = false, timeout = "120 seconds" }: Suite<R, E>,
  declare: (it: Vitest.MethodsNonLive<R | Layer.Success<DatabaseLayer>>) => void
): void =>
  onAnyDatabase(subject, (_name, database) => {
    withLayer(services.pipe(Layer.provideMerge(database)), { excludeTestServices: realClock, timeout })(declare)
  })

/** Declares the same tests on both databases in every run, for suites in which the databases may differ. */
export const onEveryDatabase = (
  subject: string,
  declare: (name: DatabaseName, database: DatabaseLayer) => void
): void => {
  describe(`${subject} on PGlite`, () => {
    declare("PGlite", pglite)
  })
  onPostgres(`${subject} on PostgreSQL`, ({ layer }) => declare("PostgreSQL", layer))
}

/** Declares tests on PostgreSQL alone, if it can store vectors. */
export const onPostgresWithVectors = (title: string, declare: (postgres: Postgres) => void): void =>
  describeWith(postgresqlWithVectors, title, declare)

/** Like `onEveryDatabase`, for suites that store vectors. */
export const onEveryVectorDatabase = (
  subject: string,
  declare: (name: DatabaseName, database: DatabaseLayer) => void
): void => {
  describe(`${subject} on PGlite`, () => {
    declare("PGlite", pglite)
  })
  onPostgresWithVectors(`${subject} on PostgreSQL`, ({ layer }) => declare("PostgreSQL", layer))
}

/** Like `onAnyDatabase`, on databases that are empty, for tests of the migrations. */
export const onAnyEmptyDatabase = (
  subject: string,
  declare: (name: DatabaseName, client: EmptyDatabaseLayer) => void
): void => {
  onPgliteAsWell(`${subject} on PGlite`, () => {
    declare("PGlite", PgliteClient.layer({ memory: true }).pipe(Layer.orDie))
  })
  onPostgres(`${subject} on PostgreSQL`, ({ emptyUrl }) => {
    const client = Effect.map(emptyUrl, (url) => PostgresClient.layer({ url, maxConnections: 3 }))
    declare("PostgreSQL", Layer.unwrap(client).pipe(Layer.orDie))
  })
}
