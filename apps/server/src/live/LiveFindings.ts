/**
 * What live reads found, on its way into the store: the ingestion takes it from here when it has time, so that writing
 * neither delays an answer nor makes it fail. When more is found than can be written the oldest is forgotten, as the
 * next look at the post would have replaced it.
 */
import { Context, Effect, Layer, Queue } from "effect"
import type { UserChange } from "../people/UserChange.ts"
import type { PostChange } from "../posts/PostChange.ts"

/** About a minute of what one process can write. */
const maxWaiting = 20_000

export interface LiveFinding {
  readonly source: string
  readonly change: PostChange | UserChange
}

export class LiveFindings extends Context.Service<
  LiveFindings,
  {
    add(findings: ReadonlyArray<LiveFinding>): Effect.Effect<void>
    readonly waiting: Queue.Dequeue<LiveFinding>
  }
>()("@heddle/server/live/LiveFindings") {
  static readonly layer = Layer.effect(
    LiveFindings,
    Effect.gen(function* () {
      const waiting = yield* Queue.sliding<LiveFinding>(maxWaiting)
      return LiveFindings.of({ add: (findings) => Effect.asVoid(Queue.offerAll(waiting, findings)), waiting })
    })
  )
}
