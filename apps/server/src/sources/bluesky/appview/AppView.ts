/** The three calls of the public AppView that this service needs (`app.bsky.feed.*`, `app.bsky.actor.*`). */
import { Array, Effect, Option, Result, Schema } from "effect"
import { type LivePost, type SourceFailure, SourceUnavailable } from "../../../live/LiveSource.ts"
import { now } from "../../../runtime/Time.ts"
import { asUnavailable, type NetworkClient, type Query } from "../../network/NetworkClient.ts"
import {
  handleOf,
  PostsAnswer,
  ProfilesAnswer,
  readPost,
  readProfile,
  ThreadAnswer,
  ThreadNode
} from "./AppViewPost.ts"

/** The limit of `getPosts` and of `getProfiles`. */
export const itemsAtOnce = 25
const concurrentRequests = 4
/** The AppView has a lower limit of its own. */
const threadDepth = 100

/** What was asked for, and what is known of it. An item that is missing does not exist. */
export type Items<A> = ReadonlyMap<string, Result.Result<A, SourceFailure>>

const unusable = (cause: unknown) => new SourceUnavailable({ cause })

const Addressed = Schema.Struct({ uri: Schema.String })
const decodeAddressed = Schema.decodeUnknownOption(Addressed)
const Identified = Schema.Struct({ did: Schema.String, handle: Schema.String })
const decodeIdentified = Schema.decodeUnknownOption(Identified)
const decodeNode = Schema.decodeUnknownOption(ThreadNode)

/** Items that cannot be identified make the whole response unusable: none of them may count as missing. */
const itemsOf = <A>(
  answered: ReadonlyArray<unknown>,
  namesOf: (item: unknown) => ReadonlyArray<string>,
  read: (item: unknown) => Result.Result<A, unknown>
): Effect.Effect<Items<A>, SourceFailure> => {
  const items = new Map<string, Result.Result<A, SourceFailure>>()
  for (const item of answered) {
    const names = namesOf(item)
    if (names.length === 0) return Effect.fail(unusable("an item of the answer has no identifier"))
    for (const name of names) items.set(name, Result.mapError(read(item), unusable))
  }
  return Effect.succeed(items)
}

/** Asks in batches. Fails only if no batch was answered; otherwise the items of the others fail. */
const inBatches = Effect.fnUntraced(function* <A>(
  asked: ReadonlyArray<string>,
  ask: (batch: ReadonlyArray<string>) => Effect.Effect<Items<A>, SourceFailure>
) {
  const batches = Array.chunksOf(asked, itemsAtOnce)
  const answers = yield* Effect.forEach(batches, (batch) => Effect.result(ask(batch)), {
    concurrency: concurrentRequests
  })
  const items = new Map<string, Result.Result<A, SourceFailure>>()
  let failure: SourceFailure | undefined
  for (const [index, answer] of answers.entries()) {
    if (Result.isFailure(answer)) {
      failure = answer.failure
      for (const name of batches[index] ?? []) items.set(name, Result.fail(answer.failure))
    } else {
      for (const [name, item] of answer.success) items.set(name, item)
    }
  }
  if (failure !== undefined && answers.every(Result.isFailure)) return yield* Effect.fail(failure)
  return items
})

const queryOf = (name: string, values: ReadonlyArray<string>): Query => values.map((value) => [name, value])

const descendantsIn = (thread: unknown, atMost: number, readAt: Date): ReadonlyArray<LivePost> => {
  const found: Array<LivePost> = []
  const repliesOf = (node: unknown) =>
    Option.match(decodeNode(node), { onNone: () => [], onSome: ({ replies = [] }) => replies })
  // A stack instead of a recursion: a thread may be a thousand posts deep.
  const left = repliesOf(thread).toReversed()
  while (left.length > 0 && found.length < atMost) {
    const node = left.pop()
    const decoded = decodeNode(node)
    if (Option.isNone(decoded)) continue
    const post = readPost(decoded.value.post, readAt)
    if (Result.isSuccess(post)) found.push(post.success)
    left.push(...repliesOf(node).toReversed())
  }
  return found
}

export const makeAppView = (client: NetworkClient) => {
  /** Posts by their address, any number of them. */
  const posts = Effect.fn("AppView.posts")((uris: ReadonlyArray<string>) =>
    inBatches(uris, (batch) =>
      asUnavailable(client.get("/xrpc/app.bsky.feed.getPosts", queryOf("uris", batch), PostsAnswer)).pipe(
        Effect.zip(now),
        Effect.flatMap(([answer, readAt]) =>
          itemsOf(
            answer.posts,
            (item) => Option.match(decodeAddressed(item), { onNone: () => [], onSome: ({ uri }) => [uri] }),
            (item) => readPost(item, readAt)
          )
        )
      )
    )
  )

  /** Profiles by handle or DID, any number of them. */
  const profiles = Effect.fn("AppView.profiles")((actors: ReadonlyArray<string>) =>
    inBatches(actors, (batch) =>
      asUnavailable(client.get("/xrpc/app.bsky.actor.getProfiles", queryOf("actors", batch), ProfilesAnswer)).pipe(
        Effect.flatMap((answer) =>
          itemsOf(
            answer.profiles,
            (item) =>
              Option.match(decodeIdentified(item), {
                onNone: () => [],
                onSome: (profile) => [profile.did, handleOf(profile) ?? profile.did]
              }),
            readProfile
          )
        )
      )
    )
  )

  /** The first descendants of a post, in the order of the thread; none for an unknown one. */
  const replies = Effect.fn("AppView.replies")((uri: string, atMost: number) =>
    client
      .get(
        "/xrpc/app.bsky.feed.getPostThread",
        [
          ["uri", uri],
          ["depth", String(threadDepth)],
          ["parentHeight", "0"]
        ],
        ThreadAnswer
      )
      .pipe(
        Effect.zip(now),
        Effect.map(([{ thread }, readAt]) => descendantsIn(thread, atMost, readAt)),
        Effect.catchTag("RequestRejected", (cause) =>
          cause.error === "NotFound" ? Effect.succeed([]) : Effect.fail(unusable(cause))
        )
      )
  )

  return { posts, profiles, replies }
}

export type AppView = ReturnType<typeof makeAppView>
