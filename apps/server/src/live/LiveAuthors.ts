/** Authors read live (service.md, `/live/users`), also to complete stored profiles (`/user`). */
import type { Body, FoundUser, LiveUserRow, LiveUsersResult, User, UsersResult } from "@heddle/api"
import { Context, Effect, Layer, Result } from "effect"
import { type AuthorChange, shownNameOf } from "../store/Change.ts"
import { AuthorProfiles, type StoredProfiles } from "../queries/authors/AuthorProfiles.ts"
import { namesWithSign } from "../queries/authors/KnownAuthor.ts"
import { LiveReader } from "./LiveReader.ts"
import { notFound } from "./LiveSource.ts"

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

      /** The network is asked by the id where one is known, so that it says under which name the author is now. */
      const readLive = Effect.fnUntraced(function* (usernames: ReadonlyArray<string>, { authors }: StoredProfiles) {
        const answers = yield* (yield* reader.begin).users(
          usernames.map((username) => authors.get(username)?.authorId ?? username)
        )
        return new Map(usernames.map((username, index) => [username, answers[index]?.answer]))
      })

      const of = Effect.fn("LiveAuthors.of")(function* (usernames: ReadonlyArray<string>) {
        const stored = yield* users.of(usernames)
        const answers = yield* readLive(usernames, stored)
        const data = stored.rows.map((row, index): LiveUserRow => {
          const username = usernames[index] ?? row.username
          const answer = answers.get(username) ?? Result.fail(notFound)
          return Result.isFailure(answer)
            ? { status: "failed", username, ...answer.failure }
            : liveUser(answer.success.value, row)
        })
        return { data, notices: noticesOf(data, stored) }
      })

      const lookUp = Effect.fn("LiveAuthors.lookUp")(function* (usernames: ReadonlyArray<string>) {
        const stored = yield* users.of(usernames)
        const incomplete = usernames.filter((_, index) => !isComplete(stored.rows[index]))
        const answers = incomplete.length === 0 ? new Map() : yield* readLive(incomplete, stored)
        const data = stored.rows.map((row, index): User => {
          const answer = answers.get(usernames[index] ?? "")
          return answer === undefined || Result.isFailure(answer) ? row : liveUser(answer.success.value, row)
        })
        return { data, notices: noticesOf(data, stored) }
      })

      return LiveAuthors.of({ of, lookUp })
    })
  )
}

const noticesOf = (rows: ReadonlyArray<LiveUserRow | User>, { authors }: StoredProfiles): ReadonlyArray<string> => [
  ...namesWithSign(rows.filter(({ status }) => status !== "ok").map(({ username }) => username)),
  ...new Set([...authors.values()].flatMap(({ notices }) => notices))
]

/** Whether the name and all counts are stored. Picture and biography do not count, as many authors have none. */
const isComplete = (row: User | undefined): boolean =>
  row?.status === "ok" &&
  row.full_name !== "" &&
  row.follower_count !== null &&
  row.following_count !== null &&
  row.post_count !== null

/** Fields that the network omits come from the stored profile; the language always does, as it is computed from posts. */
const liveUser = (change: AuthorChange, row: User | undefined): FoundUser => {
  const stored = row?.status === "ok" ? row : undefined
  return {
    status: "ok",
    username: shownNameOf(change),
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
