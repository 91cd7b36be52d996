/** Writes the post changes that sources report; safe with any number of concurrent processes. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { now } from "../../runtime/Time.ts"
import { authorIdOf, type PostChange } from "../Change.ts"
import type { CodeRow } from "../posts/PostColumns.ts"
import { PostPartitions } from "../posts/PostPartitions.ts"
import { makePostRows } from "./PostRows.ts"
import {
  type AnyPostChange,
  applyChange,
  type DerivedText,
  type IngestOutcome,
  isPost,
  postedAtOf,
  type Received,
  textOf,
  unknownPost
} from "../posts/PostState.ts"

type Changes = ReadonlyArray<Received<AnyPostChange>>

/** What is derived from captions, by the change that reports them. */
export type Texts = ReadonlyMap<AnyPostChange, DerivedText>

export class PostStore extends Context.Service<
  PostStore,
  {
    /**
     * Creates the partitions that the posts need, and derives the texts of those that are new. A transaction that contains
     * `apply` must be preceded by it.
     */
    prepare(changes: Changes): Effect.Effect<Texts>
    /** Applies changes in order, in one transaction. Returns one outcome per change. */
    apply(changes: Changes): Effect.Effect<ReadonlyArray<IngestOutcome>>
  }
>()("@heddle/server/store/posts/PostStore") {
  static readonly layer = Layer.effect(
    PostStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const partitions = yield* PostPartitions
      const rows = makePostRows(sql)

      const applyLocked = Effect.fnUntraced(function* (changes: Changes, codes: ReadonlyArray<CodeRow>) {
        const locked = [...codes, ...(yield* rows.known(countedAlone(changes, codes)))]
        const inserted = yield* rows.lock(locked)
        const before = yield* rows.readStates(locked.filter(({ code }) => !inserted.has(code)).map(({ code }) => code))
        const states = new Map(before.states)
        const outcomes = changes.map((received) => {
          const code = received.change.code
          const [state, outcome] = applyChange(states.get(code) ?? unknownPost, received)
          states.set(code, state)
          return outcome
        })
        yield* rows.write(before, states, yield* now)
        return outcomes
      })

      const prepare = Effect.fn("PostStore.prepare")(function* (changes: Changes) {
        const posts = changes.filter(isPost)
        yield* partitions.ensure(posts.map(postedAtOf), yield* now)
        return textsOfNew(posts, yield* rows.known(posts.map(({ change }) => change.code)))
      }, Effect.orDie)

      const apply = Effect.fn("PostStore.apply")(function* (changes: Changes) {
        if (changes.length === 0) return []
        return yield* atomically(sql, applyLocked(changes, codesOf(changes, yield* now)))
      })

      return PostStore.of({ prepare, apply })
    })
  )
}

const textsOfNew = (posts: ReadonlyArray<Received<PostChange>>, known: ReadonlyArray<CodeRow>): Texts => {
  const seen = new Set(known.map(({ code }) => code))
  const texts = new Map<AnyPostChange, DerivedText>()
  for (const { change } of posts) {
    if (seen.has(change.code)) continue
    seen.add(change.code)
    texts.set(change, textOf(change))
  }
  return texts
}

/** The `post_codes` row that the first change of each code inserts if the code is unknown. */
const codesOf = (changes: Changes, time: Date): ReadonlyArray<CodeRow> => {
  const codes = new Map<string, CodeRow>()
  for (const { change, ...received } of changes) {
    const { code } = change
    if (change.type === "counts" || codes.has(code)) continue
    codes.set(
      code,
      change.type === "delete"
        ? { code, posted_at: null, author_id: null, deleted_at: time }
        : {
            code,
            posted_at: postedAtOf({ change, ...received }),
            author_id: authorIdOf(change),
            deleted_at: null
          }
    )
  }
  return [...codes.values()]
}

/** The codes of which only counts moved: no row may be inserted for them. */
const countedAlone = (changes: Changes, codes: ReadonlyArray<CodeRow>): ReadonlyArray<string> => {
  const reported = new Set(codes.map(({ code }) => code))
  return [...new Set(changes.map(({ change }) => change.code))].filter((code) => !reported.has(code))
}
