/**
 * What live reads found, on its way into the store: the ingestion takes it from here when it has time, so that writing
 * neither delays an answer nor makes it fail. When more is found than can be written the oldest is forgotten, as the
 * next look at the post would have replaced it.
 */
import { Context, Effect, Layer, Queue } from "effect"
import type { AuthorChange, PostChange } from "../store/Change.ts"

/** About a minute of what one process can write. */
const maxWaiting = 20_000

export interface LiveWrite {
  readonly source: string
  readonly change: PostChange | AuthorChange
}

export class LiveWriteBack extends Context.Service<
  LiveWriteBack,
  {
    add(findings: ReadonlyArray<LiveWrite>): Effect.Effect<void>
    readonly waiting: Queue.Dequeue<LiveWrite>
  }
>()("@heddle/server/live/LiveWriteBack") {
  static readonly layer = Layer.effect(
    LiveWriteBack,
    Effect.gen(function* () {
      const waiting = yield* Queue.sliding<LiveWrite>(maxWaiting)
      return LiveWriteBack.of({ add: (findings) => Effect.asVoid(Queue.offerAll(waiting, findings)), waiting })
    })
  )
}
