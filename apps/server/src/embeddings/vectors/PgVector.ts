/** The extension that stores and compares vectors. Only a model needs it; the schema does not. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"

/** The first version with scans that continue until a filter has enough. */
const oldestVersion = [0, 8] as const

export class PgVectorMissing extends Schema.TaggedError<PgVectorMissing>()("PgVectorMissing", {
  details: Schema.String
}) {
  override get message(): string {
    return (
      "An embedding model is set, but this PostgreSQL cannot store vectors.\n" +
      `  Details: ${this.details}\n` +
      `  To fix this: install the extension pgvector, version ${oldestVersion.join(".")} or later, on the server of the database ` +
      "and let a superuser run CREATE EXTENSION vector in it (or ALTER EXTENSION vector UPDATE), or unset " +
      "HEDDLE_EMBEDDINGS_URL and HEDDLE_EMBEDDINGS_MODEL."
    )
  }
}

const isOlder = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1])
}

/** Creates the extension unless it is there. */
export const ensurePgVector = Effect.fn("ensurePgVector")(function* (sql: SqlClient.SqlClient) {
  const installed = Effect.map(
    sql<{ version: string }>`SELECT extversion AS version FROM pg_extension WHERE extname = 'vector'`,
    ([row]) => row?.version
  )
  if ((yield* installed) === undefined) {
    // Two processes that start at once: one of them finds the extension made by the other.
    yield* sql`CREATE EXTENSION IF NOT EXISTS vector`.pipe(
      Effect.catch((error) =>
        Effect.flatMap(installed, (version) =>
          version === undefined ? Effect.fail(new PgVectorMissing({ details: describe(error) })) : Effect.void
        )
      )
    )
  }
  const version = (yield* installed) ?? "0"
  if (isOlder(version)) return yield* new PgVectorMissing({ details: `The database has pgvector ${version}.` })
})

const describe = (error: { readonly reason: { readonly cause: unknown } }): string =>
  error.reason.cause instanceof Error ? error.reason.cause.message : String(error.reason.cause)
