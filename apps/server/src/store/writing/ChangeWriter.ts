/**
 * Writes changes in order: names, then authors, then posts. What was observed of an author before it was removed is
 * ignored.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { earlierOf, now } from "../../runtime/Time.ts"
import { AuthorNames, namesObservedIn } from "../authors/AuthorNames.ts"
import { AuthorStore } from "../authors/AuthorStore.ts"
import { makeRemovedAuthors } from "../authors/RemovedAuthors.ts"
import { authorIdOf, type Change, type CountChange, type NameChange } from "../Change.ts"
import type { IngestOutcome, Origin } from "../posts/PostState.ts"
import { countDamaged } from "./DamagedTexts.ts"
import { PostStore, type Texts } from "./PostStore.ts"

export type WritableChange = Change | CountChange

export class ChangeWriter extends Context.Service<
  ChangeWriter,
  {
    /**
     * Stores names, creates the partitions that the changes need, and derives the texts of new posts. A `write` must be
     * preceded by it. Others may write in between.
     */
    prepare(changes: ReadonlyArray<WritableChange | NameChange>, origin: Origin): Effect.Effect<Texts>
    /** Returns one outcome per change. `texts` are those of `prepare`; the others are derived here. */
    write(
      changes: ReadonlyArray<WritableChange>,
      origin: Origin,
      texts?: Texts
    ): Effect.Effect<ReadonlyArray<IngestOutcome>>
  }
>()("@heddle/server/store/batches/ChangeWriter") {
  static readonly layer = Layer.effect(
    ChangeWriter,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const removed = makeRemovedAuthors(sql)
      const names = yield* AuthorNames
      const posts = yield* PostStore
      const authors = yield* AuthorStore

      const prepare = Effect.fn("ChangeWriter.prepare")(function* (
        changes: ReadonlyArray<WritableChange | NameChange>,
        origin: Origin
      ) {
        const receivedAt = yield* now
        yield* names.observe(namesObservedIn(changes, receivedAt), origin.source)
        return yield* posts.prepare(postChanges(changes, origin, receivedAt))
      })

      /** Whether each is about nobody who was gone after it was observed. */
      const standing = Effect.fnUntraced(function* (changes: ReadonlyArray<WritableChange>, receivedAt: Date) {
        const authored = changes.flatMap((change) => (isAuthored(change) ? [authorIdOf(change)] : []))
        const gone = authored.length === 0 ? new Map<string, Date>() : yield* removed.among([...new Set(authored)])
        return changes.map((change) => {
          const at = gone.size > 0 && isAuthored(change) ? gone.get(authorIdOf(change)) : undefined
          return at === undefined || !isAuthored(change) || earlierOf(change.observed_at, receivedAt) > at
        })
      })

      const writeLocked = Effect.fnUntraced(function* (
        changes: ReadonlyArray<WritableChange>,
        origin: Origin,
        texts?: Texts
      ) {
        const receivedAt = yield* now
        const stands = yield* standing(changes, receivedAt)
        const kept = changes.filter((_, index) => stands[index])
        const authorOutcomes = yield* authors.apply(
          kept.flatMap((change) => (change.type === "user" ? [{ change, receivedAt }] : []))
        )
        const postOutcomes = yield* posts.apply(postChanges(kept, origin, receivedAt, texts))
        yield* countDamaged(kept, origin.source)
        const nextAuthor = authorOutcomes[Symbol.iterator]()
        const nextPost = postOutcomes[Symbol.iterator]()
        return changes.map((change, index): IngestOutcome => {
          if (stands[index] !== true) return "ignored"
          return (change.type === "user" ? nextAuthor : nextPost).next().value ?? "ignored"
        })
      })

      const write = Effect.fn("ChangeWriter.write")(
        (changes: ReadonlyArray<WritableChange>, origin: Origin, texts?: Texts) =>
          atomically(sql, writeLocked(changes, origin, texts))
      )

      return ChangeWriter.of({ prepare, write })
    })
  )
}

const isAuthored = (change: WritableChange) => change.type === "user" || change.type === "post"

const postChanges = (
  changes: ReadonlyArray<WritableChange | NameChange>,
  origin: Origin,
  receivedAt: Date,
  texts?: Texts
) =>
  changes.flatMap((change) =>
    change.type === "user" || change.type === "name"
      ? []
      : [{ ...origin, change, receivedAt, text: texts?.get(change) }]
  )
