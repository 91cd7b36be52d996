/**
 * The messages of Jetstream, from one of several hosts. Each connection begins with the next host; a host that cannot be
 * reached is followed by the others at once. The stream fails when no host can be reached or a connection ends.
 */
import { Clock, Effect, Metric, Option, Result, Stream } from "effect"
import { SourceError } from "../../ingestion/Source.ts"
import { parseRepaired } from "../../network/RepairedJson.ts"
import type { Message } from "../wire/NetworkEvent.ts"
import { type Dictionary, dictionaryOf, textOf } from "./Compression.ts"
import { isUnknownPath, type Wire, wiresOf } from "./Hosts.ts"
import { type RawMessage, type SocketFailed, socketMessages } from "./Socket.ts"

/**
 * Where the source continues: the time of the newest event in microseconds since 1970, as text. Events have numbers too,
 * but those belong to one process of one host. Times hold everywhere; they go back by some milliseconds between events,
 * and hosts differ, so a connection begins some seconds earlier. What comes twice changes nothing.
 */
const rewindMicros = 5_000_000
/** Jetstream takes smaller values for numbers of events. */
const minMicros = 1e15

export const encodeCursor = (micros: number): string => String(micros)

/** Null for none, and for one that this version cannot read. */
export const decodeCursor = (text: string | null): number | null =>
  text !== null && /^\d{16}$/.test(text) ? Number(text) : null

/** What to ask a host for. */
const startOf = (micros: number): number => Math.max(minMicros, micros - rewindMicros)

/** A message, or why it cannot be used, with its text. */
export interface Received {
  readonly message: Result.Result<Message, string>
  readonly text: string
}

/** An event this much later than asked for: the host silently skipped what it no longer had. */
const gapMicros = 60_000_000

const gaps = Metric.counter("source_gaps_total", {
  description: "How often a source could not resume, because the network no longer had the following events",
  incremental: true
})

const parse = (
  read: Wire["read"],
  raw: RawMessage,
  dictionary: Option.Option<Dictionary>,
  receivedMillis: number
): Received => {
  const text = textOf(raw, dictionary)
  if (Result.isFailure(text)) return { message: Result.fail(text.failure), text: raw.data.toString("base64") }
  const json = parseRepaired(text.success)
  return { message: Result.flatMap(json, (value) => read(value, receivedMillis)), text: text.success }
}

/** Tells the operator about a gap, once per connection. */
const makeGapWatch = (source: string, host: string, cursor: number | null) => {
  let watching = cursor !== null
  const report = Effect.fnUntraced(function* (detail: string) {
    watching = false
    yield* Metric.update(Metric.withAttributes(gaps, { source }), 1)
    yield* Effect.logWarning(
      `The source ${source} has a gap: ${host} no longer has all events since the last one. ${detail}`
    )
  })
  return (received: Received) => {
    if (!watching || cursor === null || Result.isFailure(received.message)) return Effect.void
    const message = received.message.success
    if (message.type === "outdated") return report(message.message)
    if (message.type !== "event" || !message.event.isTimed) return Effect.void
    watching = false
    const missing = message.event.timeMicros - cursor
    return missing > gapMicros ? report(`About ${Math.round(missing / 60_000_000)} minutes are missing`) : Effect.void
  }
}

interface Failure {
  readonly host: string
  readonly error: SocketFailed
}

const nameOf = (host: string): string => new URL(host).host

const noneReached = (failures: ReadonlyArray<Failure>): SourceError => {
  const waits = failures.flatMap(({ error }) => error.retryAfterMillis ?? [])
  return new SourceError({
    message: failures.map(({ host, error }) => `${nameOf(host)}: ${error.message}`).join("; "),
    // A host that asks to wait must not keep us from the others.
    retryAfterMillis: waits.length === failures.length ? Math.min(...waits) : null
  })
}

export interface JetstreamOptions {
  /** Shown in logs and metrics. */
  readonly source: string
  readonly hosts: ReadonlyArray<string>
  /** Whether to ask for compressed messages. */
  readonly compression: boolean
}

export const makeJetstream = ({ source, hosts, compression }: JetstreamOptions) => {
  let next = 0

  const connect = Effect.fnUntraced(function* (host: string, wire: Wire, cursor: number | null) {
    const watchGap = makeGapWatch(source, nameOf(host), cursor)
    const dictionary = compression && wire.name === "events" ? yield* dictionaryOf(host) : Option.none<Dictionary>()
    const clock = yield* Clock.Clock
    const start = cursor === null ? null : startOf(cursor)
    return socketMessages(wire.url(host, start, Option.getOrUndefined(dictionary)?.id)).pipe(
      Stream.map((raw) => parse(wire.read, raw, dictionary, clock.currentTimeMillisUnsafe())),
      Stream.tap(watchGap),
      Stream.mapEffect((received) =>
        Result.isSuccess(received.message) && received.message.success.type === "error"
          ? Effect.fail(hostEnded(host, received.message.success))
          : Effect.succeed(received)
      )
    )
  }, Stream.unwrap)

  /** Tries the hosts and wires that are left, until one answers. */
  const follow = (
    attempts: ReadonlyArray<readonly [host: string, wire: Wire]>,
    cursor: number | null,
    failures: ReadonlyArray<Failure>
  ): Stream.Stream<Received, SourceError> => {
    const [first, ...rest] = attempts
    if (first === undefined) return Stream.fail(noneReached(failures))
    const [host, wire] = first
    let answered = false
    return connect(host, wire, cursor).pipe(
      Stream.tap(() => Effect.sync(() => void (answered = true))),
      Stream.catchTag("SocketFailed", (error) => {
        if (answered) return Stream.fail(noneReached([{ host, error }]))
        const others = isUnknownPath(error.status) ? rest : rest.filter(([other]) => other !== host)
        return follow(others, cursor, [...failures, { host, error }])
      })
    )
  }

  return (cursor: number | null): Stream.Stream<Received, SourceError> =>
    Stream.suspend(() => {
      const turned = [...hosts.slice(next), ...hosts.slice(0, next)]
      next = (next + 1) % hosts.length
      const attempts = turned.flatMap((host) => wiresOf(host).map((wire) => [host, wire] as const))
      return follow(attempts, cursor, [])
    })
}

const hostEnded = (host: string, { error, message }: { readonly error: string; readonly message: string }) =>
  new SourceError({
    message: `${nameOf(host)}: it ended the stream (${error}${message === "" ? "" : `: ${message}`})`,
    retryAfterMillis: null
  })
