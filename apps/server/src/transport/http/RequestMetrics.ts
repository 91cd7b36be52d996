/** Counts and times requests of the public port, by route: the path as the reference writes it, never as it was called. */
import { type Clock, Effect, Metric } from "effect"
import { latencyBounds } from "../../runtime/MetricLabels.ts"

const requests = Metric.counter("http_requests_total", {
  description: "Requests of the public port that were answered",
  incremental: true
})
const durationSeconds = Metric.histogram("http_request_duration_seconds", {
  description: "Time until the answer of a request of the public port begins",
  boundaries: Metric.boundariesFromIterable(latencyBounds)
})

/** The answered request. */
interface Answered {
  readonly method: string
  readonly route: string
  readonly status: number
}

/** `http_requests_total` and `http_request_duration_seconds` of one kind of request. A method, a route and a status each have few values. */
const metricsOf = ({ method, route, status }: Answered) => ({
  counted: Metric.withAttributes(requests, { method, route, status: String(status) }),
  timed: Metric.withAttributes(durationSeconds, { method, route })
})

export const makeRequestMetrics = () => {
  const known = new Map<string, ReturnType<typeof metricsOf>>()

  /** Looking up a metric by its attributes costs more than using it. */
  const cached = (answered: Answered) => {
    const key = `${answered.method} ${answered.status} ${answered.route}`
    const found = known.get(key) ?? metricsOf(answered)
    known.set(key, found)
    return found
  }

  return <A extends { readonly status: number }, E, R>(
    method: string,
    route: string,
    respond: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Effect.clockWith((clock: Clock.Clock) => {
      const startedAt = clock.currentTimeNanosUnsafe()
      return Effect.tap(respond, ({ status }) => {
        const { counted, timed } = cached({ method, route, status })
        const seconds = Number(clock.currentTimeNanosUnsafe() - startedAt) / 1e9
        return Effect.andThen(Metric.update(counted, 1), Metric.update(timed, seconds))
      })
    })
}
