/** Addresses of the servers of this test run. Unit tests have none. */
import { inject } from "vitest"
import type { MigratedPglite } from "./MigratedPglite.ts"
import { Optional } from "./Optional.ts"

export interface PostgresAddress {
  /** The server itself. */
  readonly url: string
  /** Where its clients connect: the server, or PgBouncer in front of it. */
  readonly clientUrl: string
  /** A second server with Citus, if the first one has it too. */
  readonly workerUrl?: string
}

export interface Services {
  /** Undefined when PostgreSQL is not installed. */
  readonly postgres: PostgresAddress | undefined
  /** Whether that PostgreSQL can store vectors. */
  readonly hasPgVector: boolean
  /** Undefined when Redis is not installed. */
  readonly redisUrl: string | undefined
  /** What a PGlite database starts from. */
  readonly pglite: MigratedPglite
}

declare module "vitest" {
  interface ProvidedContext {
    readonly services: Services | undefined
  }
}

const services = (): Services => {
  const provided = inject("services")
  if (provided === undefined) {
    throw new Error(
      "A unit test has no database and no Redis. Name the file *.database.test.ts, or *.system.test.ts if it starts processes."
    )
  }
  return provided
}

export const postgresServer = new Optional({
  thing: "POSTGRES",
  name: "PostgreSQL",
  remedy: "install PostgreSQL 15 or later, or run npm ci with scripts and optional packages enabled",
  find: () => services().postgres
})

export const postgresServerWithVectors = new Optional({
  thing: "PGVECTOR",
  name: "pgvector 0.8 or later",
  remedy: "install the extension for the PostgreSQL of the tests",
  find: () => (services().hasPgVector ? services().postgres : undefined)
})

export const citusServers = new Optional({
  thing: "CITUS",
  name: "PostgreSQL with Citus",
  remedy: "set HEDDLE_TEST_CITUS to the folder of its programs",
  find: (): Required<PostgresAddress> | undefined => {
    const { url, clientUrl, workerUrl } = services().postgres ?? {}
    return url === undefined || clientUrl === undefined || workerUrl === undefined
      ? undefined
      : { url, clientUrl, workerUrl }
  }
})

export const redisServer = new Optional({
  thing: "REDIS",
  name: "Redis",
  remedy: "install redis-server or valkey-server",
  find: () => services().redisUrl
})

export const migratedPglite = (): MigratedPglite => services().pglite
