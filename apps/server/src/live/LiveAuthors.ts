/** Authors read live (service.md, `/live/users`), also to complete stored profiles (`/user`). */
import type { Body, FoundUser, LiveUserRow, LiveUsersResult, User, UsersResult } from "@heddle/api"
import { Context, Effect, Layer, Result } from "effect"
import type { AuthorChange } from "../store/Change.ts"
import { AuthorProfiles } from "../queries/authors/AuthorProfiles.ts"
import { namesWithSign } from "../queries/authors/KnownAuthor.ts"
import { LiveReader } from "./LiveReader.ts"

export class LiveAuthors extends Context.Service<
  LiveAuthors,
  {
    /** One row per name, in the order given, all read live. */
    of(usernames: ReadonlyArray<string>): Effect.Effect<Body<typeof LiveUsersResult>>
    /** One row per name, in the order given: stored, or read live if the stored profile is incomplete. */
    lookUp(usernames: ReadonlyArray<string>): Effect.Effect<Body<typeof UsersResult>>
  }
>()("@heddle/server/live/LiveAuthors") {
  static readonly layer = Layer.effect(
    LiveAuthors,
    Effect.gen(function* () {
      const reader = yield* LiveReader
      const users = yield* AuthorProfiles

      const of = Effect.fn("LiveAuthors.of")(function* (usernames: ReadonlyArray<string>) {
        const answers = yield* (yield* reader.begin).users(usernames)
        const stored = new Map((yield* users.of(usernames)).data.map((row) => [row.username, row]))
        const data = answers.map(({ identifier, answer }): LiveUserRow =>
          Result.isFailure(answer)
            ? { status: "failed", username: identifier, ...answer.failure }
            : liveUser(answer.success.value, stored.get(identifier))
        )
        return { data, notices: noticesOf(data) }
      })

      const lookUp = Effect.fn("LiveAuthors.lookUp")(function* (usernames: ReadonlyArray<string>) {
        const stored = yield* users.of(usernames)
        const incomplete = stored.data.filter((row) => !isComplete(row)).map(({ username }) => username)
        if (incomplete.length === 0) return stored
        const answers = yield* (yield* reader.begin).users(incomplete)
        const live = new Map(
          answers.flatMap(({ identifier, answer }) =>
            Result.isSuccess(answer) ? [[identifier, answer.success.value] as const] : []
          )
        )
        const data = stored.data.map((row): User => {
          const change = live.get(row.username)
          return change === undefined ? row : liveUser(change, row)
        })
        return { data, notices: noticesOf(data) }
      })

      return LiveAuthors.of({ of, lookUp })
    })
  )
}

const noticesOf = (rows: ReadonlyArray<LiveUserRow | User>): ReadonlyArray<string> =>
  namesWithSign(rows.filter(({ status }) => status !== "ok").map(({ username }) => username))

/** Whether the name and all counts are stored. Picture and biography do not count, as many authors have none. */
const isComplete = (row: User): boolean =>
  row.status === "ok" &&
  row.full_name !== "" &&
  row.follower_count !== null &&
  row.following_count !== null &&
  row.post_count !== null

/** Fields that the network omits come from the stored profile; the language always does, as it is computed from posts. */
const liveUser = (change: AuthorChange, row: User | undefined): FoundUser => {
  const stored = row?.status === "ok" ? row : undefined
  return {
    status: "ok",
    username: change.username,
    full_name: change.full_name ?? stored?.full_name ?? "",
    profile_picture: change.profile_picture ?? stored?.profile_picture ?? "",
    biography: change.biography ?? stored?.biography ?? "",
    follower_count: change.follower_count ?? stored?.follower_count ?? null,
    following_count: change.following_count ?? stored?.following_count ?? null,
    post_count: change.post_count ?? stored?.post_count ?? null,
    language: stored?.language ?? null,
    source: "live"
  }
}
