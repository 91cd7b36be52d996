/**
 * Streams of an endpoint's events to its owner (`GET /webhook/endpoints/{endpoint_id}/events`), one at a time. A stream
 * holds no connection of the database between two statements, and a page of events at most in memory: the next page is
 * read when the reader has taken the last.
 */
import {
  type AccountId,
  Conflict,
  type EndpointId,
  type InvalidParameter,
  invalidParameter,
  listening,
  type NotFound
} from "@heddle/api"
import { Clock, Context, Effect, Layer, Option, Queue, type Scope, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { queryClient } from "../../database/client/QueryPool.ts"
import { newId } from "../../runtime/Ids.ts"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import type { EndpointKey } from "../delivery/Queues.ts"
import { unknownEndpoint } from "../management/EndpointRecords.ts"
import { Endpoints } from "../management/Endpoints.ts"
import { deliveryCopy, type FrozenEvent, nextOf } from "./NextEvents.ts"
import { makeListenerPoll } from "./ListenerPoll.ts"
import { makeListenerRows, type StreamKey } from "./ListenerRows.ts"
import { makeStreamable } from "./Streamable.ts"
import { makeStreamCount, type TooManyStreams } from "./StreamCount.ts"

/** Clients wait 30 s for a sign of life, proxies a minute. */
const keepAliveMillis = 10_000
/** Several times within a lease. Also how soon a stream ends after its key was revoked. */
const renewInterval = "4 seconds"

export type StreamItem =
  | { readonly _tag: "Delivery"; readonly id: string; readonly delivery: listening.StreamedDelivery }
  | { readonly _tag: "KeepAlive" }
  /** The last one. */
  | { readonly _tag: "End"; readonly reason: listening.StreamEnd }

export interface StreamRequest {
  readonly consumer: string | null
  readonly takeOver: boolean
  readonly since: Date | null
  readonly lastEventId: string | null
  /** Why the caller may not listen any more; null while it may. */
  readonly check: Effect.Effect<listening.StreamEnd | null>
}

/** Ends a stream that runs. */
interface Running {
  readonly wake: Queue.Queue<void>
  end: listening.StreamEnd | null
}

const keepAlive: StreamItem = { _tag: "KeepAlive" }

const inUse = new Conflict({
  detail:
    "Another consumer is reading this endpoint's stream. Stop it, or connect with takeOver=true. After a crash, the stream is free within 15 seconds."
})

export class EventStreams extends Context.Service<
  EventStreams,
  {
    /** The stream holds the endpoint's lease until the scope closes. */
    open(
      accountId: AccountId,
      endpointId: EndpointId,
      request: StreamRequest
    ): Effect.Effect<
      Stream.Stream<StreamItem, SqlError.SqlError>,
      NotFound | Conflict | InvalidParameter | TooManyStreams,
      Scope.Scope
    >
    /** Within the caller's transaction, if there is one. Returns how many of the events are the endpoint's. */
    acknowledge(
      accountId: AccountId,
      endpointId: EndpointId,
      eventIds: ReadonlyArray<string>
    ): Effect.Effect<number, NotFound>
    /** Ends all streams of this process and lets no other begin. */
    readonly endAll: Effect.Effect<void>
  }
>()("@heddle/server/webhooks/listening/EventStreams") {
  static readonly layer = Layer.effect(
    EventStreams,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const endpoints = yield* Endpoints
      const rows = makeListenerRows(sql, yield* queryClient)
      const { mark, freeze } = makeStreamable(sql, yield* Ledger)
      const whileWaiting = yield* makeListenerPoll(rows)
      const count = makeStreamCount()
      const all = new Set<Running>()
      let stopping = false

      const finish = (running: Running, reason: listening.StreamEnd) => {
        running.end ??= reason
        return Queue.offer(running.wake, undefined)
      }

      /** Takes the lease; returns the sequence after which the stream begins. */
      const begin = Effect.fnUntraced(
        function* (key: StreamKey, { consumer, takeOver, since, lastEventId }: StreamRequest, time: Date) {
          if (!(yield* rows.ensure(key))) return yield* unknownEndpoint(key.endpointId)
          const floor = yield* rows.take({ ...key, consumer, takeOver }, time)
          if (floor === null) return yield* inUse
          if (since !== null) {
            const before = yield* rows.lastBefore(key, since)
            yield* rows.rewind(key, before)
            return before
          }
          const last = lastEventId === null ? null : yield* rows.sequenceOf(key, lastEventId)
          return Math.max(floor, last ?? floor)
        },
        (effect) => atomically(sql, effect)
      )

      const lostReason = (key: EndpointKey): Effect.Effect<listening.StreamEnd> =>
        Effect.match(endpoints.address(key.accountId, key.endpointId), {
          onSuccess: () => "replaced" as const,
          onFailure: () => "endpoint_deleted" as const
        })

      /** Ends the stream when its lease, key or plan is lost. A database that is down for a moment ends nothing. */
      const watch = (key: StreamKey, running: Running, check: StreamRequest["check"]) =>
        Effect.gen(function* () {
          const isHeld = yield* rows.renew(key, yield* now)
          const reason = isHeld ? yield* check : yield* lostReason(key)
          if (reason !== null) yield* finish(running, reason)
        }).pipe(
          Effect.catchCause((cause) => Effect.logDebug(`The stream ${key.streamId} could not be renewed`, cause)),
          Effect.delay(renewInterval),
          Effect.forever
        )

      const sign = Effect.fnUntraced(function* (key: EndpointKey, events: ReadonlyArray<FrozenEvent>) {
        const endpoint = yield* endpoints.address(key.accountId, key.endpointId)
        const unixSeconds = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
        return events.map((event): StreamItem => ({
          _tag: "Delivery",
          id: event.id,
          delivery: deliveryCopy(event, endpoint, unixSeconds)
        }))
      })

      const passOver = Effect.fnUntraced(function* (key: EndpointKey, sequences: ReadonlyArray<number>) {
        if (sequences.length === 0) return
        yield* rows.pass(
          key,
          sequences.map((sequence) => ({ from: sequence, to: sequence }))
        )
      })

      /** Without those that were refunded. */
      const mayStream = Effect.fnUntraced(function* (key: EndpointKey, events: ReadonlyArray<FrozenEvent>) {
        const marked = yield* mark(
          key,
          events.map(({ id }) => id)
        )
        yield* passOver(
          key,
          events.filter(({ id }) => !marked.has(id)).map(({ sequence }) => sequence)
        )
        return events.filter(({ id }) => marked.has(id))
      })

      /** The next items, as soon as there are any, and the position after them; none after the end. */
      const pull = Effect.fnUntraced(function* (key: StreamKey, running: Running, start: number) {
        const end = (reason: listening.StreamEnd) =>
          [[{ _tag: "End", reason } satisfies StreamItem], Option.none<number>()] as const
        const keepAliveAt = (yield* Clock.currentTimeMillis) + keepAliveMillis
        let after = start
        while (true) {
          if (running.end !== null) return end(running.end)
          const page = yield* rows.page(key, after)
          if (page === null) return end(yield* lostReason(key))
          const { events, passed, position, more, unfrozen } = nextOf(page, after)
          if (passed.length > 0) yield* rows.pass(key, passed)
          after = position
          if (events.length > 0) {
            const streamable = yield* mayStream(key, events)
            if (streamable.length === 0) continue
            const items = yield* Effect.option(sign(key, streamable))
            return Option.isNone(items) ? end("endpoint_deleted") : ([items.value, Option.some(after)] as const)
          }
          if (page.isClosed && unfrozen.length > 0) {
            yield* passOver(key, yield* freeze(key, unfrozen))
            continue
          }
          if (more) continue
          const wait = keepAliveAt - (yield* Clock.currentTimeMillis)
          const woken = yield* whileWaiting(
            key,
            after,
            running.wake,
            Effect.timeoutOption(Queue.take(running.wake), wait)
          )
          if (Option.isNone(woken)) return [[keepAlive], Option.some(after)] as const
        }
      })

      const open = Effect.fn("EventStreams.open")(function* (
        accountId: AccountId,
        endpointId: EndpointId,
        request: StreamRequest
      ) {
        const time = yield* now
        if (request.since !== null && request.since < plusMillis(time, -listening.maxSinceDays * dayMillis)) {
          return yield* invalidParameter({
            path: "since",
            message: `must not be more than ${listening.maxSinceDays} days ago`
          })
        }
        // The operation requires a plan.
        yield* count.enter(accountId, true)
        const key: StreamKey = { accountId, endpointId, streamId: yield* newId("stream") }
        const after = yield* Effect.acquireRelease(begin(key, request, time), () => Effect.ignore(rows.release(key)))
        const running: Running = { wake: yield* Queue.sliding<void>(1), end: stopping ? "stopping" : null }
        yield* Effect.acquireRelease(
          Effect.sync(() => all.add(running)),
          () => Effect.sync(() => all.delete(running))
        )
        yield* Effect.forkScoped(watch(key, running, request.check))
        // The first comment tells the client that it is connected.
        return Stream.concat(
          Stream.succeed(keepAlive),
          Stream.paginate(after, (position) => pull(key, running, position))
        )
      })

      const acknowledge = Effect.fn("EventStreams.acknowledge")(
        function* (accountId: AccountId, endpointId: EndpointId, eventIds: ReadonlyArray<string>) {
          const key = { accountId, endpointId }
          yield* endpoints.address(accountId, endpointId)
          return yield* rows.acknowledge(key, eventIds)
        },
        (effect) => Effect.catchTag(effect, "SqlError", Effect.die)
      )

      const endAll = Effect.suspend(() => {
        stopping = true
        return Effect.forEach([...all], (running) => finish(running, "stopping"), { discard: true })
      })

      return EventStreams.of({ open, acknowledge, endAll })
    })
  )
}
