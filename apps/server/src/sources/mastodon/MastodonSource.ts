/**
 * The public posts of one instance. With a token, its stream; what the stream missed while disconnected is read page by
 * page from the public timeline. Without a token, it polls only the timeline.
 */
import { Deferred, Duration, Effect, Option, Stream } from "effect"
import { HttpClient } from "effect/http"
import type { LiveReads, SourceFailure } from "../../live/LiveSource.ts"
import { now } from "../../runtime/Time.ts"
import type { SourceBatch } from "../../store/batches/SourceBatch.ts"
import { AuthorAliases } from "../../store/authors/AuthorAliases.ts"
import type { AuthorNames } from "../../store/authors/AuthorNames.ts"
import { NetworkIds } from "../../store/posts/NetworkIds.ts"
import { type Source, SourceError } from "../ingestion/Source.ts"
import { makeNetworkClient } from "../network/NetworkClient.ts"
import { type InstanceFacts, makeMastodonApi, type MastodonApi } from "./MastodonApi.ts"
import { type MastodonInstance, sourceName } from "./MastodonSettings.ts"
import { makeMastodonReads } from "./MastodonReads.ts"
import { type InstanceBatch, laterId, statusBatch } from "./StatusBatch.ts"
import { type StatusEvent, statusEvents } from "./StatusEvents.ts"

/** Before the first post of an instance that has none yet. */
const beforeAll = "0"

/** Which ids of an instance were read. The stored cursor may only pass what is certainly read. */
class Position {
  #read: string
  #streamed: string | null = null
  #isComplete = false

  constructor(cursor: string | null) {
    this.#read = cursor ?? beforeAll
  }

  get cursor(): string {
    return this.#read
  }

  /** A page of the timeline, which has no gaps. */
  page({ batch, latest }: InstanceBatch): SourceBatch {
    if (latest !== null) this.#read = laterId(this.#read, latest)
    return { ...batch, cursor: this.#read }
  }

  /** The pages have reached what the stream began with. */
  complete(): void {
    this.#isComplete = true
  }

  streamed({ batch, latest }: InstanceBatch): SourceBatch {
    if (latest !== null) this.#streamed = this.#streamed === null ? latest : laterId(this.#streamed, latest)
    if (!this.#isComplete || this.#streamed === null) return batch
    this.#read = laterId(this.#read, this.#streamed)
    return { ...batch, cursor: this.#read }
  }
}

const rewindMillis = 120_000
/** Mastodon's ids are milliseconds since 1970, shifted by 16 bits. Other servers have ids of other kinds. */
const snowflake = /^[0-9]{15,20}$/
const shift = 16n

/**
 * Where the timeline is read again after an interruption. An instance gives a post that reaches it late an id by the time
 * of the post, so that some of what was missed has lower ids than what was read last.
 */
const rewound = (cursor: string): string =>
  snowflake.test(cursor) ? String(BigInt(cursor) - (BigInt(rewindMillis) << shift)) : cursor

/** An instance permits 300 requests in 5 minutes; live reads and checks need some of them too. */
const betweenPages = Duration.seconds(2)
const betweenLooks = Duration.seconds(5)
const eventsAtOnce = 500
const eventsInterval = "250 millis"
/** When an instance refuses a page without saying for how long. */
const unknownWait = "30 seconds"

const sourceError = (url: string) => (failure: SourceFailure) =>
  new SourceError({
    message: `${url} does not answer: ${describe(failure)}`,
    retryAfterMillis: failure._tag === "SourceRateLimited" ? failure.retryAfterMillis : null
  })

const notAsDocumented = (url: string) =>
  new SourceError({ message: `The timeline of ${url} has no ids to go on from`, retryAfterMillis: null })

const describe = (failure: SourceFailure): string => {
  if (failure._tag === "SourceRateLimited") return "too many requests"
  return failure.cause instanceof Error ? failure.cause.message : String(failure.cause)
}

/** Waits as long as the instance asks, instead of giving up the stream that runs beside. */
const patiently = <A>(read: Effect.Effect<A, SourceFailure>): Effect.Effect<A, SourceFailure> =>
  Effect.catchTag(read, "SourceRateLimited", ({ retryAfterMillis }) =>
    Effect.andThen(Effect.sleep(retryAfterMillis ?? unknownWait), patiently(read))
  )

const asEvent = (status: unknown): StatusEvent => ({ kind: "status", status })

const makeBatches = Effect.fnUntraced(function* (instance: MastodonInstance, api: MastodonApi) {
  const name = sourceName(instance.url)
  const client = yield* HttpClient.HttpClient
  const networkIds = yield* NetworkIds
  const aliases = yield* AuthorAliases
  const error = sourceError(instance.url)

  const batchOf = ({ domain }: InstanceFacts, events: ReadonlyArray<StatusEvent>, observedAt: Date) =>
    statusBatch(name, domain, events, observedAt).pipe(
      Effect.provideService(NetworkIds, networkIds),
      Effect.provideService(AuthorAliases, aliases)
    )

  /** Before the request: what the stream reports during it is newer. */
  const readPage = Effect.fnUntraced(function* (facts: InstanceFacts, after: string | null) {
    const askedAt = yield* now
    const page = yield* Effect.mapError(patiently(api.timeline(after)), error)
    return { isEmpty: page.length === 0, read: yield* batchOf(facts, page.map(asEvent), askedAt) }
  })

  /** The timeline from an id on. Ends with the first page that is empty, or looks again and again. */
  const pages = (facts: InstanceFacts, from: string, isEndless: boolean) =>
    Stream.paginate({ after: from, wait: Duration.zero }, ({ after, wait }) =>
      Effect.gen(function* () {
        yield* Effect.sleep(wait)
        const { isEmpty, read } = yield* readPage(facts, after)
        if (isEmpty) return [[], isEndless ? Option.some({ after, wait: betweenLooks }) : Option.none()] as const
        if (read.latest === null) return yield* notAsDocumented(instance.url)
        return [[read], Option.some({ after: read.latest, wait: betweenPages })] as const
      })
    )

  const streamed = (facts: InstanceFacts, position: Position) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const connected = yield* Deferred.make<void>()
        const from = rewound(position.cursor)
        const events = statusEvents(
          { streaming: facts.streaming, timeline: instance.timeline, token: instance.token },
          Deferred.succeed(connected, undefined)
        ).pipe(
          Stream.provideService(HttpClient.HttpClient, client),
          Stream.groupedWithin(eventsAtOnce, eventsInterval),
          Stream.mapEffect((group) =>
            Effect.gen(function* () {
              return position.streamed(yield* batchOf(facts, group, yield* now))
            })
          )
        )
        const missed = Stream.unwrap(Effect.as(Deferred.await(connected), pages(facts, from, false))).pipe(
          Stream.map((read) => position.page(read)),
          Stream.onEnd(Effect.sync(() => position.complete()))
        )
        return Stream.merge(missed, events)
      })
    )

  const polled = (facts: InstanceFacts, position: Position) =>
    pages(facts, rewound(position.cursor), true).pipe(Stream.map((read) => position.page(read)))

  const follow = (facts: InstanceFacts, position: Position) =>
    Option.isSome(instance.token) ? streamed(facts, position) : polled(facts, position)

  /** The newest page says where to begin. Its position is stored before anything else, so that no post is missed then. */
  const begin = (facts: InstanceFacts) =>
    Stream.unwrap(
      Effect.map(readPage(facts, null), ({ read }) => {
        const position = new Position(null)
        const first = position.page(read)
        return Stream.concat(
          Stream.make(first),
          Stream.suspend(() => follow(facts, position))
        )
      })
    )

  return (cursor: string | null): Stream.Stream<SourceBatch, SourceError> =>
    Stream.unwrap(
      Effect.map(Effect.mapError(api.instance, error), (facts) =>
        cursor === null ? begin(facts) : follow(facts, new Position(cursor))
      )
    )
})

export const makeMastodon = Effect.fnUntraced(function* (
  instance: MastodonInstance
): Effect.fn.Return<
  Source & { readonly live: LiveReads },
  never,
  HttpClient.HttpClient | NetworkIds | AuthorAliases | AuthorNames
> {
  const api = makeMastodonApi(yield* makeNetworkClient(instance.url, instance.token), instance.url, instance.timeline)
  return {
    name: sourceName(instance.url),
    batches: yield* makeBatches(instance, api),
    live: yield* makeMastodonReads(instance, api, sourceName(instance.url))
  }
})
