/**
 * One author for the accounts by which several servers know the same person. A server's own id lasts, but only the name is
 * common to all. So an id that is new is taken for the author who has the name now, unless the server knows that author by
 * another id: then the server itself says that the name changed hands.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { listed, recordset } from "../../database/client/Recordset.ts"
import { now } from "../../runtime/Time.ts"
import { makeCheckRows } from "../checks/CheckRows.ts"
import { makeNameRows } from "./NameRows.ts"
import { type Label, observeNames } from "./NameState.ts"

/** An account as a server shows it. */
export interface SeenAccount {
  /** The server's own. */
  readonly id: string
  /** Its id as an author, unless it turns out to be one who is known. */
  readonly authorId: string
  readonly username: string
  readonly at: Date
}

interface Alias {
  readonly id: string
  readonly authorId: string
}

const aliasColumns = { id: "text", authorId: "text" } as const

export class AuthorAliases extends Context.Service<
  AuthorAliases,
  {
    /** The author of each account that a source shows, by its ids. Unknown accounts become authors, or ids of known ones. */
    authorsOf(source: string, accounts: ReadonlyArray<SeenAccount>): Effect.Effect<ReadonlyMap<string, string>>
    /** The ids by which the source knows these authors, as far as it does. */
    idsOf(source: string, authors: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, string>>
  }
>()("@heddle/server/store/authors/AuthorAliases") {
  static readonly layer = Layer.effect(
    AuthorAliases,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const names = makeNameRows(sql)
      const checks = makeCheckRows(sql)

      const known = (source: string, column: "id" | "author_id", values: ReadonlyArray<string>) =>
        values.length === 0
          ? Effect.succeed([])
          : sql<Alias>`
              SELECT id, author_id FROM author_aliases
              WHERE source = ${source} AND ${sql.literal(column)} IN ${listed(values)}`

      /** Which of these authors have ids at all, and whether the source knows one. */
      const knownAt = Effect.fnUntraced(function* (source: string, labels: ReadonlyArray<Label>) {
        const rows = yield* sql<{ authorId: string; isHere: boolean }>`
          SELECT author_id, bool_or(source = ${source}) AS is_here FROM author_aliases
          WHERE author_id IN ${listed(labels.map(({ authorId }) => authorId))} GROUP BY author_id`
        return new Map(rows.map(({ authorId, isHere }) => [authorId, isHere]))
      })

      const introduce = Effect.fnUntraced(function* (source: string, accounts: ReadonlyArray<SeenAccount>) {
        yield* names.lock
        const found = new Map(
          (yield* known(
            source,
            "id",
            accounts.map(({ id }) => id)
          )).map(({ id, authorId }) => [id, authorId])
        )
        const unknown = accounts.filter(({ id }) => !found.has(id))
        const ids = unknown.map(({ authorId }) => authorId)
        const stored = yield* names.read(ids, [...new Set(unknown.map(({ username }) => username))])
        const isKnownHere = yield* knownAt(source, stored.labels)
        const holders = new Map(
          stored.labels.flatMap(({ username, authorId }) => (username === null ? [] : [[username, authorId]]))
        )
        const added = unknown.map(({ id, authorId: own, username }): Alias => {
          const holder = holders.get(username)
          const isNew = holder === undefined || isKnownHere.get(holder) !== false
          const authorId = isNew ? own : holder
          holders.set(username, authorId)
          isKnownHere.set(authorId, true)
          found.set(id, authorId)
          return { id, authorId }
        })
        yield* sql`
          INSERT INTO author_aliases (source, id, author_id)
          SELECT ${source}, n.id, n.author_id FROM ${recordset(sql, "n", aliasColumns, added)}`
        const named = unknown.map(({ id, username, at }) => ({ authorId: found.get(id) ?? id, username, at }))
        const changes = observeNames(stored, named)
        yield* names.write(stored, changes)
        yield* checks.askDisplaced(source, changes.displaced, yield* now)
        return found
      })

      const authorsOf = Effect.fn("AuthorAliases.authorsOf")(function* (
        source: string,
        accounts: ReadonlyArray<SeenAccount>
      ) {
        const distinct = [...new Map(accounts.map((account) => [account.id, account])).values()]
        const rows = yield* known(
          source,
          "id",
          distinct.map(({ id }) => id)
        ).pipe(Effect.orDie)
        const found = new Map(rows.map(({ id, authorId }) => [id, authorId]))
        const unknown = distinct.filter(({ id }) => !found.has(id))
        return unknown.length === 0
          ? found
          : new Map([...found, ...(yield* atomically(sql, introduce(source, unknown)))])
      })

      const idsOf = Effect.fn("AuthorAliases.idsOf")(function* (source: string, authors: ReadonlyArray<string>) {
        return new Map((yield* known(source, "author_id", authors)).map(({ id, authorId }) => [authorId, id]))
      }, Effect.orDie)

      return AuthorAliases.of({ authorsOf, idsOf })
    })
  )
}
