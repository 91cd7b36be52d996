/** Writes changes in order: first those of authors, then those of posts. */
import { Context, Effect, Layer } from "effect"
import { now } from "../../runtime/Time.ts"
import { AuthorStore } from "../authors/AuthorStore.ts"
import type { Change, CountChange } from "../Change.ts"
import type { IngestOutcome, Origin } from "../posts/PostState.ts"
import { countDamaged } from "./DamagedTexts.ts"
import { PostStore } from "./PostStore.ts"

export type WritableChange = Change | CountChange

export class ChangeWriter extends Context.Service<
  ChangeWriter,
  {
    /** Creates the partitions that the changes need. A transaction that contains `write` must be preceded by it. */
    prepare(changes: ReadonlyArray<WritableChange>, origin: Origin): Effect.Effect<void>
    /** Returns one outcome per change. */
    write(changes: ReadonlyArray<WritableChange>, origin: Origin): Effect.Effect<ReadonlyArray<IngestOutcome>>
  }
>()("@heddle/server/store/batches/ChangeWriter") {
  static readonly layer = Layer.effect(
    ChangeWriter,
    Effect.gen(function* () {
      const posts = yield* PostStore
      const authors = yield* AuthorStore

      const prepare = Effect.fn("ChangeWriter.prepare")(function* (
        changes: ReadonlyArray<WritableChange>,
        origin: Origin
      ) {
        yield* posts.prepare(postChanges(changes, origin, yield* now))
      })

      const write = Effect.fn("ChangeWriter.write")(function* (changes: ReadonlyArray<WritableChange>, origin: Origin) {
        const receivedAt = yield* now
        const authorOutcomes = yield* authors.apply(
          changes.flatMap((change) => (change.type === "user" ? [{ change, receivedAt }] : []))
        )
        const postOutcomes = yield* posts.apply(postChanges(changes, origin, receivedAt))
        yield* countDamaged(changes, origin.source)
        const nextAuthor = authorOutcomes[Symbol.iterator]()
        const nextPost = postOutcomes[Symbol.iterator]()
        return changes.map(
          (change): IngestOutcome => (change.type === "user" ? nextAuthor : nextPost).next().value ?? "ignored"
        )
      })

      return ChangeWriter.of({ prepare, write })
    })
  )
}

const postChanges = (changes: ReadonlyArray<WritableChange>, origin: Origin, receivedAt: Date) =>
  changes.flatMap((change) => (change.type === "user" ? [] : [{ ...origin, change, receivedAt }]))
