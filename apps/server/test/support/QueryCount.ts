/** Counts the statements that are sent to the database, by the span that each of them opens. */
import { Effect, Tracer } from "effect"

export const makeQueryCounter = () => {
  let queries = 0
  const tracer = Tracer.make({
    span: (options) => {
      if (options.kind === "client") queries += 1
      return new Tracer.NativeSpan(options)
    }
  })
  return { tracer, read: () => queries }
}

export const countQueries = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const { tracer, read } = makeQueryCounter()
    return Effect.map(Effect.withTracer(effect, tracer), (result) => ({ result, queries: read() }))
  })
