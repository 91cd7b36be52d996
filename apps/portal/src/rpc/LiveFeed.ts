/**
 * Attempts as they finish, as a list in the query cache that other screens find again. The stream is opened again after
 * a break, later each time, and as soon as a server that was gone answers; what comes twice then is shown once.
 */
import type { LiveDelivery, LiveItem } from "@heddle/api/portal/Deliveries"
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query"
import { Cause, Effect, Exit, Stream } from "effect"
import { useEffect, useState } from "react"
import { start, watchDeliveries } from "./Client.ts"
import { connected, disconnected } from "./Connection.ts"
import { failureOf } from "./Failure.ts"
import { isEnded, onSessionChange, sessionEnded } from "./Session.ts"

/** The list of the live feed, and how long it waits before it connects again. */
export const keptRows = 200
const longestPauseMillis = 30_000

/** Newest first; a row that is there already takes its new state where it stands. */
export const withRow = (rows: ReadonlyArray<LiveDelivery>, row: LiveDelivery): ReadonlyArray<LiveDelivery> => {
  const place = rows.findIndex(({ delivery }) => delivery.id === row.delivery.id)
  return place >= 0 ? rows.with(place, row) : [row, ...rows].slice(0, keptRows)
}

/** After so many breaks in a row. */
export const pauseMillis = (failures: number): number =>
  Math.min(longestPauseMillis, 1000 * 2 ** Math.max(0, failures - 1))

/** No procedure is asked for this: the stream writes it. */
const key = ["deliveries.WatchDeliveries"] as const

const untilSignedIn = Effect.callback<void>((resume) => {
  if (!isEnded()) resume(Effect.void)
  const stop = onSessionChange(() => {
    if (!isEnded()) resume(Effect.void)
  })
  return Effect.sync(stop)
})

/** `opening` until the server has sent what there was; `broken` until it does again. */
export type FeedState = "opening" | "live" | "broken"

interface Listener {
  readonly onRow: (row: LiveDelivery) => void
  readonly onState: (state: FeedState) => void
}

const watch = ({ onRow, onState }: Listener) => {
  let failures = 0
  const item = (item: LiveItem) => {
    if (item._tag === "Delivery") return onRow(item)
    failures = 0
    return onState("live")
  }
  return Effect.gen(function* () {
    yield* connected
    const stream = Stream.runForEach(watchDeliveries, (next) => Effect.sync(() => item(next)))
    // A connection that broke off silently would never end the stream.
    const exit = yield* Effect.exit(Effect.raceFirst(stream, disconnected))
    failures += 1
    onState("broken")
    if (Exit.isFailure(exit) && failureOf(Cause.squash(exit.cause))._tag === "SessionEnded") {
      sessionEnded()
      yield* untilSignedIn
    } else {
      const pause = Effect.sleep(pauseMillis(failures) * (0.75 + Math.random() / 2))
      yield* Effect.raceFirst(pause, Effect.andThen(disconnected, connected))
    }
  }).pipe(Effect.forever)
}

export const useLiveFeed = () => {
  const client = useQueryClient()
  const [state, setState] = useState<FeedState>("opening")
  const { data: rows = [] } = useQuery<ReadonlyArray<LiveDelivery>>({
    queryKey: key,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY
  })
  useEffect(
    () =>
      start(
        watch({
          onRow: (row) => client.setQueryData<ReadonlyArray<LiveDelivery>>(key, (before) => withRow(before ?? [], row)),
          onState: setState
        })
      ),
    [client]
  )
  return { rows, state }
}
