/** Writes what sources tell about accounts of the network. Owner of the table `authors`. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../database/Atomically.ts"
import { earlierOf } from "../Now.ts"
import type { UserChange } from "./UserChange.ts"

export interface ReceivedUser {
  readonly change: UserChange
  readonly receivedAt: Date
}

export class AuthorStore extends Context.Service<
  AuthorStore,
  {
    /** Applies changes in order; fields a change does not name stay, older observations are ignored. */
    apply(changes: ReadonlyArray<ReceivedUser>): Effect.Effect<ReadonlyArray<"accepted" | "updated" | "ignored">>
  }
>()("@heddle/server/people/AuthorStore") {
  static readonly layer = Layer.effect(
    AuthorStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const applyOne = Effect.fnUntraced(function* ({ change, receivedAt }: ReceivedUser) {
        const observedAt = earlierOf(change.observed_at, receivedAt)
        const rows = yield* sql<{ inserted: boolean }>`
          INSERT INTO authors AS a (username, full_name, profile_picture, biography, follower_count, following_count,
            post_count, observed_at)
          VALUES (${change.username}, ${change.full_name ?? ""}, ${change.profile_picture ?? ""},
            ${change.biography ?? ""}, ${change.follower_count ?? null}, ${change.following_count ?? null},
            ${change.post_count ?? null}, ${observedAt})
          ON CONFLICT (username) DO UPDATE SET
            full_name = coalesce(${change.full_name ?? null}, a.full_name),
            profile_picture = coalesce(${change.profile_picture ?? null}, a.profile_picture),
            biography = coalesce(${change.biography ?? null}, a.biography),
            follower_count = coalesce(${change.follower_count ?? null}, a.follower_count),
            following_count = coalesce(${change.following_count ?? null}, a.following_count),
            post_count = coalesce(${change.post_count ?? null}, a.post_count),
            observed_at = excluded.observed_at
          WHERE a.observed_at <= excluded.observed_at
          RETURNING (xmax = 0) AS inserted`
        const row = rows[0]
        return row === undefined ? ("ignored" as const) : row.inserted ? ("accepted" as const) : ("updated" as const)
      })

      const apply = Effect.fn("AuthorStore.apply")(
        function* (changes: ReadonlyArray<ReceivedUser>) {
          // Always in the order of names, so that two ingesting processes never wait in a circle.
          const order = changes.map((received, at) => ({ received, at })).toSorted(byUsername)
          const outcomes = yield* Effect.forEach(order, ({ received, at }) =>
            Effect.map(applyOne(received), (outcome) => ({ outcome, at }))
          )
          return outcomes.toSorted((a, b) => a.at - b.at).map(({ outcome }) => outcome)
        },
        (effect, changes) => (changes.length === 0 ? Effect.succeed([]) : atomically(sql, effect))
      )

      return AuthorStore.of({ apply })
    })
  )
}

interface Placed {
  readonly received: ReceivedUser
  readonly at: number
}

/** What is told of one account stays in its order. */
const byUsername = (a: Placed, b: Placed): number => {
  const [first, second] = [a.received.change.username, b.received.change.username]
  return first === second ? a.at - b.at : first < second ? -1 : 1
}
