/** The calls of Mastodon's REST API that this service needs. */
import { Effect, Option, Schema } from "effect"
import { type SourceFailure, SourceUnavailable } from "../../live/LiveSource.ts"
import { lenient, lenientList } from "../network/Lenient.ts"
import { asUnavailable, type NetworkClient, type NetworkFailure, type Query } from "../network/NetworkClient.ts"

/** What this service reads of Mastodon's entities. Servers that speak the same API leave out what is lenient here. */
const Count = lenient(Schema.Int)
const MaybeText = lenient(Schema.String)

export const Account = Schema.Struct({
  /** The instance's own id. */
  id: MaybeText,
  /** `ann` on its own instance, `ann@other.example` elsewhere. */
  acct: Schema.String,
  display_name: MaybeText,
  /** HTML. */
  note: MaybeText,
  avatar: MaybeText,
  followers_count: Count,
  following_count: Count,
  statuses_count: Count
})
export type Account = typeof Account.Type

const Emoji = Schema.Struct({ shortcode: Schema.String })

const Attachment = Schema.Struct({ url: MaybeText, remote_url: MaybeText, preview_url: MaybeText })

export const StatusId = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,100}$/))

const statusFields = {
  /** The instance's own id. */
  id: StatusId,
  /** The same on every instance. */
  uri: Schema.String,
  url: MaybeText,
  created_at: Schema.optionalKey(Schema.Unknown),
  in_reply_to_id: lenient(StatusId),
  /** HTML. */
  content: Schema.optionalKey(Schema.NullOr(Schema.String)),
  spoiler_text: MaybeText,
  emojis: lenientList(Emoji),
  visibility: Schema.String,
  language: MaybeText,
  replies_count: Count,
  reblogs_count: Count,
  favourites_count: Count,
  quotes_count: Count,
  media_attachments: lenientList(Attachment),
  account: Account
}

const PlainStatus = Schema.Struct(statusFields)
export type PlainStatus = typeof PlainStatus.Type

/** A boost contains the post that was boosted. */
export const Status = Schema.Struct({ ...statusFields, reblog: Schema.optionalKey(Schema.NullOr(PlainStatus)) })
export type Status = typeof Status.Type

const Statuses = Schema.Array(Schema.Unknown)

const Context = Schema.Struct({ descendants: Schema.Array(Schema.Unknown) })

const SearchAnswer = Schema.Struct({ statuses: Schema.Array(Schema.Unknown) })

/** `GET /api/v2/instance`, which says where the streams are. */
const Instance = Schema.Struct({
  domain: Schema.String,
  configuration: Schema.optionalKey(
    Schema.Struct({ urls: Schema.optionalKey(Schema.Struct({ streaming: MaybeText })) })
  )
})

/** The limit of a page of a timeline. */
const pageSize = 40
/** The limit of `GET /api/v1/statuses`. */
export const statusesAtOnce = 20
const concurrentRequests = 4

export type Timeline = "federated" | "local"

export interface InstanceFacts {
  /** What its accounts have after the `@`. */
  readonly domain: string
  /** The address of its streams. */
  readonly streaming: string
}

const unavailable = (cause: unknown) => new SourceUnavailable({ cause })

const gone: ReadonlySet<number> = new Set([404, 410])

/** None for what does not exist. */
const ifThere = <A>(read: Effect.Effect<A, NetworkFailure>): Effect.Effect<Option.Option<A>, SourceFailure> =>
  Effect.asSome(read).pipe(
    Effect.catchTag("RequestRejected", (cause) =>
      gone.has(cause.status) ? Effect.succeed(Option.none<A>()) : Effect.fail(unavailable(cause))
    )
  )

const streamingOf = (base: string, streaming: string | null | undefined): string =>
  (streaming ?? base).replace(/^ws/, "http").replace(/\/+$/, "")

export const makeMastodonApi = (client: NetworkClient, base: string, timelineKind: Timeline) => {
  /** Servers before Mastodon 4.3 have no batches. */
  let hasBatches = true

  const instance = Effect.map(
    asUnavailable(client.get("/api/v2/instance", [], Instance)),
    ({ domain, configuration }): InstanceFacts => ({
      domain,
      streaming: streamingOf(base, configuration?.urls?.streaming)
    })
  )

  /** The statuses next to this id, oldest first; the newest ones without an id. */
  const timeline = (after: string | null) => {
    const query: Query = [
      ["limit", String(pageSize)],
      ...(timelineKind === "local" ? [["local", "true"] as const] : []),
      ...(after === null ? [] : [["min_id", after] as const])
    ]
    return asUnavailable(client.get("/api/v1/timelines/public", query, Statuses)).pipe(
      Effect.map((page) => page.toReversed())
    )
  }

  const oneByOne = (ids: ReadonlyArray<string>) =>
    Effect.forEach(ids, (id) => ifThere(client.get(`/api/v1/statuses/${id}`, [], Schema.Unknown)), {
      concurrency: concurrentRequests
    }).pipe(Effect.map((found) => found.flatMap(Option.toArray)))

  /** Those of at most `statusesAtOnce` statuses that exist, in no order. */
  const statuses = (ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<unknown>, SourceFailure> => {
    if (ids.length === 0) return Effect.succeed([])
    if (!hasBatches) return oneByOne(ids)
    return client
      .get(
        "/api/v1/statuses",
        ids.map((id) => ["id[]", id] as const),
        Statuses
      )
      .pipe(
        Effect.catchTag("RequestRejected", (cause) => {
          if (!gone.has(cause.status) && cause.status !== 405) return Effect.fail(unavailable(cause))
          hasBatches = false
          return oneByOne(ids)
        })
      )
  }

  return {
    instance,
    timeline,
    statuses,
    account: (id: string) => ifThere(client.get(`/api/v1/accounts/${id}`, [], Schema.Unknown)),
    accountNamed: (acct: string) => ifThere(client.get("/api/v1/accounts/lookup", [["acct", acct]], Schema.Unknown)),
    descendants: (id: string) =>
      Effect.map(
        ifThere(client.get(`/api/v1/statuses/${id}/context`, [], Context)),
        Option.match({ onNone: () => [], onSome: (context) => context.descendants })
      ),
    /** The status with this uri, which the instance fetches if it does not have it. Needs a token. */
    resolve: (uri: string) =>
      asUnavailable(
        client.get(
          "/api/v2/search",
          [
            ["q", uri],
            ["type", "statuses"],
            ["resolve", "true"],
            ["limit", "1"]
          ],
          SearchAnswer
        )
      ).pipe(Effect.map((answer) => Option.fromNullishOr(answer.statuses[0])))
  }
}

export type MastodonApi = ReturnType<typeof makeMastodonApi>
