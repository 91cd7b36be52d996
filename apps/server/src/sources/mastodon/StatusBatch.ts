/** What happened on an instance, as a batch for the store. */
import { Effect, Option, Result, Schema } from "effect"
import type { RejectedEvent, SourceBatch } from "../../store/batches/SourceBatch.ts"
import type { Change } from "../../store/Change.ts"
import { AuthorAliases } from "../../store/authors/AuthorAliases.ts"
import { NetworkIds } from "../../store/posts/NetworkIds.ts"
import { accountsIn } from "./InstanceAccounts.ts"
import { StatusId } from "./MastodonApi.ts"
import { type ReadStatus, linked, readStatus } from "./StatusChange.ts"
import type { StatusEvent } from "./StatusEvents.ts"

const describe = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason))

const Identified = Schema.Struct({ id: StatusId })
const decodeIdentified = Schema.decodeUnknownOption(Identified)
const idOf = (status: unknown) => Option.map(decodeIdentified(status), ({ id }) => id)

const sort = (events: ReadonlyArray<StatusEvent>, domain: string, observedAt: number) => {
  const statuses: Array<ReadStatus> = []
  const deleted: Array<string> = []
  const rejected: Array<RejectedEvent> = []
  /** Of all statuses, also of those that are not stored. */
  const ids: Array<string> = []
  for (const event of events) {
    if (event.kind === "delete") deleted.push(event.id)
    else if (event.kind === "malformed") rejected.push({ reason: "not JSON", event: event.event })
    else {
      const reading = readStatus(event.status, domain, observedAt)
      if (Result.isFailure(reading)) {
        rejected.push({ reason: describe(reading.failure), event: JSON.stringify(event.status) })
        ids.push(...Option.toArray(idOf(event.status)))
      } else {
        ids.push(reading.success.id)
        if (reading.success.status !== null) statuses.push(reading.success.status)
      }
    }
  }
  return { statuses, deleted, rejected, ids }
}

/** Ids are numbers that grow with time, without a fixed length, or texts of one length that sort by time. */
export const laterId = (one: string, other: string): string => {
  if (one.length !== other.length) return one.length > other.length ? one : other
  return one > other ? one : other
}

export interface InstanceBatch {
  /** Without a cursor. */
  readonly batch: SourceBatch
  /** The latest id in the batch; null for none. */
  readonly latest: string | null
}

/** A deletion applies after all statuses of its batch: an id is never used again. */
export const statusBatch = Effect.fn("mastodon.statusBatch")(function* (
  source: string,
  domain: string,
  events: ReadonlyArray<StatusEvent>,
  observedAt: Date
): Effect.fn.Return<InstanceBatch, never, NetworkIds | AuthorAliases> {
  const networkIds = yield* NetworkIds
  const { statuses, deleted, rejected, ids } = sort(events, domain, observedAt.getTime() / 1_000)
  // Before the batch is stored: after a crash in between, the batch comes again, and a deletion finds its post.
  yield* networkIds.remember(
    source,
    statuses.map(({ id, post }) => ({ id, code: post.code, postedAt: new Date(post.post_timestamp * 1_000) }))
  )
  const aliases = yield* AuthorAliases
  const authors = yield* aliases.authorsOf(source, accountsIn(source, statuses, observedAt))
  const parents = statuses.flatMap(({ inReplyToId }) => inReplyToId ?? [])
  const codes = yield* networkIds.codesOf(source, [...parents, ...deleted])
  const changes = statuses.flatMap((status): ReadonlyArray<Change> => {
    const { post, author } = linked(status, codes, authors)
    return author === null ? [post] : [author, post]
  })
  const deletions = deleted.flatMap((id): ReadonlyArray<Change> => {
    const code = codes.get(id)
    return code === undefined ? [] : [{ type: "delete", code }]
  })
  const times = statuses.map(({ post }) => post.post_timestamp * 1_000)
  return {
    batch: {
      changes: [...changes, ...deletions],
      rejected,
      cursor: null,
      newestAt: times.length === 0 ? null : Math.max(...times)
    },
    latest: ids.length === 0 ? null : ids.reduce(laterId)
  }
})
