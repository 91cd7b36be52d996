/** The calls of Mastodon's REST API that this service needs. */
import { Effect, Option, Schema } from "effect"
import { type SourceFailure, SourceUnavailable } from "../../live/LiveSource.ts"
import { asUnavailable, type NetworkClient, type NetworkFailure, type Query } from "../network/NetworkClient.ts"
import { Context, Instance, SearchAnswer, Statuses } from "./MastodonSchemas.ts"

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

export interface MastodonApi {
  readonly instance: Effect.Effect<InstanceFacts, SourceFailure>
  /** The statuses next to this id, oldest first; the newest ones without an id. */
  timeline(after: string | null): Effect.Effect<ReadonlyArray<unknown>, SourceFailure>
  /** Those of at most `statusesAtOnce` statuses that exist, in no order. */
  statuses(ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<unknown>, SourceFailure>
  account(acct: string): Effect.Effect<Option.Option<unknown>, SourceFailure>
  descendants(id: string): Effect.Effect<ReadonlyArray<unknown>, SourceFailure>
  /** The status with this uri, which the instance fetches if it does not have it. Needs a token. */
  resolve(uri: string): Effect.Effect<Option.Option<unknown>, SourceFailure>
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

export const makeMastodonApi = (client: NetworkClient, base: string, timelineKind: Timeline): MastodonApi => {
  /** Servers before Mastodon 4.3 have no batches. */
  let hasBatches = true

  const instance = Effect.map(
    asUnavailable(client.get("/api/v2/instance", [], Instance)),
    ({ domain, configuration }): InstanceFacts => ({
      domain,
      streaming: streamingOf(base, configuration?.urls?.streaming)
    })
  )

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
    account: (acct) => ifThere(client.get("/api/v1/accounts/lookup", [["acct", acct]], Schema.Unknown)),
    descendants: (id) =>
      Effect.map(
        ifThere(client.get(`/api/v1/statuses/${id}/context`, [], Context)),
        Option.match({ onNone: () => [], onSome: (context) => context.descendants })
      ),
    resolve: (uri) =>
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
