/**
 * The queue from live reads to the store. Ingestion consumes it in the background, so a write neither delays an answer nor
 * makes it fail. The queue drops its oldest entries when it is full: the next live read of the post replaces them.
 */
import { Context, Effect, Layer, Queue } from "effect"
import type { AuthorChange, PostChange } from "../store/Change.ts"

/** About a minute of one process's write throughput. */
const capacity = 20_000

export interface LiveWrite {
  readonly source: string
  readonly change: PostChange | AuthorChange
}

export class LiveWriteBack extends Context.Service<
  LiveWriteBack,
  {
    add(writes: ReadonlyArray<LiveWrite>): Effect.Effect<void>
    readonly waiting: Queue.Dequeue<LiveWrite>
  }
>()("@heddle/server/live/LiveWriteBack") {
  static readonly layer = Layer.effect(
    LiveWriteBack,
    Effect.gen(function* () {
      const waiting = yield* Queue.sliding<LiveWrite>(capacity)
      return LiveWriteBack.of({ add: (writes) => Effect.asVoid(Queue.offerAll(waiting, writes)), waiting })
    })
  )
}
