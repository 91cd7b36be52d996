/** Live reads of one instance. It knows posts by ids of its own, which come from what was streamed, or from a search. */
import { Array, Effect, Option, Result } from "effect"
import {
  type LivePost,
  type LiveReads,
  type Readings,
  type SourceFailure,
  SourceUnavailable
} from "../../live/LiveSource.ts"
import { now } from "../../runtime/Time.ts"
import type { AuthorChange } from "../../store/Change.ts"
import { AuthorAliases } from "../../store/authors/AuthorAliases.ts"
import { AuthorNames } from "../../store/authors/AuthorNames.ts"
import type { Label } from "../../store/authors/NameState.ts"
import { NetworkIds } from "../../store/posts/NetworkIds.ts"
import { type MastodonApi, statusesAtOnce } from "./MastodonApi.ts"
import { uriOfCode } from "./MastodonCode.ts"
import type { MastodonInstance } from "./MastodonSettings.ts"
import { accountOf, accountsIn } from "./InstanceAccounts.ts"
import { linked, readAccount, type ReadStatus, readStatus, withAuthorId } from "./StatusChange.ts"

const concurrentRequests = 4
const username = /^[\w.-]+@[\w.:-]+$/

/** What to ask by where the instance knows no id. Who never was named by a source with ids is asked for by what they are. */
const nameOf = (asked: string, label: Label | undefined): string | undefined =>
  (label?.observedAt ?? null) === null ? asked : (label?.username ?? undefined)

type Reading<A> = Result.Result<A, SourceFailure>

const unusable = (cause: unknown) => new SourceUnavailable({ cause })

export const makeMastodonReads = Effect.fnUntraced(function* (
  { url, token, checksPerSecond }: MastodonInstance,
  api: MastodonApi,
  source: string
): Effect.fn.Return<LiveReads, never, NetworkIds | AuthorAliases | AuthorNames> {
  const aliases = yield* AuthorAliases
  const names = yield* AuthorNames
  const networkIds = yield* NetworkIds
  const host = new URL(url).host
  let knownDomain: string | undefined

  const domain = Effect.suspend(() =>
    knownDomain === undefined
      ? Effect.map(api.instance, (facts) => (knownDomain = facts.domain))
      : Effect.succeed(knownDomain)
  )

  const read = Effect.fnUntraced(function* (status: unknown) {
    const observedAt = (yield* now).getTime() / 1_000
    return Result.map(readStatus(status, yield* domain, observedAt), (reading) => reading.status)
  })

  const remember = (statuses: ReadonlyArray<ReadStatus>) =>
    networkIds.remember(
      source,
      statuses.map(({ id, post }) => ({ id, code: post.code, postedAt: new Date(post.post_timestamp * 1_000) }))
    )

  /** Statuses with their parents, as far as those are known. */
  const livePosts = Effect.fnUntraced(function* (statuses: ReadonlyArray<ReadStatus>) {
    yield* remember(statuses)
    const codes = yield* networkIds.codesOf(
      source,
      statuses.flatMap(({ inReplyToId }) => inReplyToId ?? [])
    )
    const authors = yield* aliases.authorsOf(source, accountsIn(source, statuses, yield* now))
    return statuses.map((status): LivePost => linked(status, codes, authors))
  })

  /** A post that was never streamed. Without a token, instances do not search. */
  const search = Effect.fnUntraced(function* (uri: string) {
    const own = new URL(uri)
    const id = own.host === host ? /\/([0-9]+)$/.exec(own.pathname)?.[1] : undefined
    if (id !== undefined) return (yield* api.statuses([id]))[0]
    if (Option.isNone(token)) return yield* unusable("a post of another instance can only be looked up with a token")
    return Option.getOrUndefined(yield* api.resolve(uri))
  })

  const searched = (code: string): Effect.Effect<ReadonlyArray<readonly [string, Reading<LivePost>]>> =>
    Option.match(uriOfCode(code), {
      onNone: () => Effect.succeed([]),
      onSome: (uri) =>
        Effect.gen(function* () {
          const found = yield* search(uri)
          if (found === undefined) return []
          const status = yield* Effect.mapError(Effect.fromResult(yield* read(found)), unusable)
          if (status === null || status.post.code !== code) return []
          return (yield* livePosts([status])).map((post) => [code, Result.succeed(post)] as const)
        }).pipe(Effect.catch((failure) => Effect.succeed([[code, Result.fail(failure)] as const])))
    })

  const known = Effect.fnUntraced(function* (ids: ReadonlyMap<string, string>) {
    const batches = Array.chunksOf([...ids], statusesAtOnce)
    return yield* Effect.forEach(
      batches,
      (batch) =>
        Effect.gen(function* () {
          const answered = yield* api.statuses(batch.map(([, id]) => id))
          const statuses: Array<ReadStatus> = []
          for (const status of answered) {
            const reading = yield* read(status)
            // Nobody could say which post it is, and none may pass for missing.
            if (Result.isFailure(reading)) return yield* unusable(reading.failure)
            if (reading.success !== null) statuses.push(reading.success)
          }
          return (yield* livePosts(statuses)).map((post) => [post.post.code, Result.succeed(post)] as const)
        }).pipe(
          Effect.catch((failure) => Effect.succeed(batch.map(([code]) => [code, Result.fail(failure)] as const)))
        ),
      { concurrency: concurrentRequests }
    ).pipe(Effect.map((parts): ReadonlyArray<readonly [string, Reading<LivePost>]> => parts.flat()))
  })

  const failTogether = <A>(
    readings: ReadonlyArray<readonly [string, Reading<A>]>
  ): Effect.Effect<Readings<A>, SourceFailure> => {
    const failures = readings.flatMap(([, reading]) => (Result.isFailure(reading) ? [reading.failure] : []))
    const [first] = failures
    return first !== undefined && failures.length === readings.length
      ? Effect.fail(first)
      : Effect.succeed(new Map(readings))
  }

  const posts = Effect.fn("mastodon.posts")(function* (codes: ReadonlyArray<string>) {
    const own = codes.filter((code) => Option.isSome(uriOfCode(code)))
    const ids = yield* networkIds.idsOf(source, own)
    const unknown = own.filter((code) => !ids.has(code))
    const [stored, others] = yield* Effect.all(
      [known(ids), Effect.forEach(unknown, searched, { concurrency: concurrentRequests })],
      { concurrency: 2 }
    )
    return yield* failTogether([...stored, ...others.flat()])
  })

  /** An author who is known here by an id is asked for by it: that shows a new name. */
  const account = (asked: string, id: string | undefined, name: string | undefined) =>
    Effect.gen(function* () {
      const at = yield* now
      if (id === undefined && name === undefined) return []
      const found = yield* id === undefined ? api.accountNamed(name ?? "") : api.account(id)
      if (Option.isNone(found)) return []
      const read = yield* Effect.mapError(Effect.fromResult(readAccount(found.value, yield* domain)), unusable)
      const authors = yield* aliases.authorsOf(source, accountOf(source, read, at))
      return [[asked, Result.succeed(withAuthorId(read.author, read.accountId, authors))] as const]
    }).pipe(
      Effect.catch((failure) => Effect.succeed([[asked, Result.fail(failure)] as const])),
      Effect.map((found): ReadonlyArray<readonly [string, Reading<AuthorChange>]> => found)
    )

  const users = Effect.fn("mastodon.users")(function* (asked: ReadonlyArray<string>) {
    const accounts = asked.filter((one) => username.test(one))
    const ids = yield* aliases.idsOf(source, accounts)
    const labels = yield* names.of(accounts)
    const found = yield* Effect.forEach(accounts, (one) => account(one, ids.get(one), nameOf(one, labels.get(one))), {
      concurrency: concurrentRequests
    })
    return yield* failTogether(found.flat())
  })

  const replies = Effect.fn("mastodon.replies")(function* (code: string, atMost: number) {
    const [found] = (yield* networkIds.idsOf(source, [code])).values()
    if (found === undefined) return []
    const statuses: Array<ReadStatus> = []
    for (const status of yield* api.descendants(found)) {
      const reading = yield* read(status)
      if (Result.isSuccess(reading) && reading.success !== null) statuses.push(reading.success)
    }
    return yield* livePosts(statuses.slice(0, atMost))
  })

  return {
    budget: { requestsPerSecond: checksPerSecond, postsAtOnce: statusesAtOnce, usersAtOnce: 1 },
    posts,
    users,
    replies
  }
})
