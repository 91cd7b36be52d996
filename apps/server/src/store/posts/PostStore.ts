/** Writes the post changes that sources report; safe with any number of concurrent processes. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { now } from "../../runtime/Time.ts"
import type { DeleteChange, PostChange } from "../Change.ts"
import type { CodeRow } from "./PostColumns.ts"
import { PostPartitions } from "../retention/PostPartitions.ts"
import { makePostRows } from "./PostRows.ts"
import { applyChange, type IngestOutcome, postedAtOf, type Received, unknownPost } from "./PostState.ts"

type PostOrDelete = Received<PostChange | DeleteChange>

export class PostStore extends Context.Service<
  PostStore,
  {
    /** Applies changes in order, in one transaction. Returns one outcome per change. */
    apply(changes: ReadonlyArray<PostOrDelete>): Effect.Effect<ReadonlyArray<IngestOutcome>>
  }
>()("@heddle/server/store/posts/PostStore") {
  static readonly layer = Layer.effect(
    PostStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const partitions = yield* PostPartitions
      const rows = makePostRows(sql)

      const applyLocked = Effect.fnUntraced(function* (
        changes: ReadonlyArray<PostOrDelete>,
        codes: ReadonlyArray<CodeRow>
      ) {
        const inserted = yield* rows.lock(codes)
        const before = yield* rows.readStates(codes.filter(({ code }) => !inserted.has(code)).map(({ code }) => code))
        const states = new Map(before)
        const outcomes = changes.map((received) => {
          const code = received.change.code
          const [state, outcome] = applyChange(states.get(code) ?? unknownPost, received)
          states.set(code, state)
          return outcome
        })
        yield* rows.write(before, states, yield* now)
        return outcomes
      })

      const apply = Effect.fn("PostStore.apply")(function* (changes: ReadonlyArray<PostOrDelete>) {
        if (changes.length === 0) return []
        const time = yield* now
        const codes = codesOf(changes, time)
        const times = codes.flatMap(({ posted_at }) => (posted_at === null ? [] : [posted_at]))
        yield* partitions.ensure(times, time)
        return yield* atomically(sql, applyLocked(changes, codes))
      })

      return PostStore.of({ apply })
    })
  )
}

/** The `post_codes` row that the first change of each code inserts if the code is unknown. */
const codesOf = (changes: ReadonlyArray<PostOrDelete>, time: Date): ReadonlyArray<CodeRow> => {
  const codes = new Map<string, CodeRow>()
  for (const { change, ...received } of changes) {
    const { code } = change
    if (codes.has(code)) continue
    codes.set(
      code,
      change.type === "delete"
        ? { code, posted_at: null, username: null, deleted_at: time }
        : {
            code,
            posted_at: postedAtOf({ change, ...received }),
            username: change.username,
            deleted_at: null
          }
    )
  }
  return [...codes.values()]
}
