/** The receiver, as the benchmarks use it. */
import { Effect } from "effect"
import { eventually } from "../../support/HeddleProcess.ts"
import { startChild } from "../Child.ts"
import { addressOf, type ReceiverReply, type ReceiverRequest } from "./Receiving.ts"

const isReply = (value: unknown): value is ReceiverReply =>
  typeof value === "object" && value !== null && "arrivals" in value

export const startReceiver = Effect.fnUntraced(function* (addresses: number) {
  const { pid, ask } = yield* startChild<ReceiverRequest, ReceiverReply>("./delivery/Receiving.ts", isReply)
  const { port } = yield* Effect.promise(() => ask({ do: "listen", addresses }))
  return {
    pid,
    /** `kind` says how the endpoint answers. */
    urlOf: (index: number, kind: string) => `http://${addressOf(index % addresses)}:${port}/${kind}/${index}`,
    hang: Effect.promise(() => ask({ do: "hang" })),
    /** Forgets what it received. */
    take: Effect.promise(() => ask({ do: "take" })),
    waitFor: (count: number, millis: number) =>
      Effect.promise(() =>
        eventually(`${count} deliveries`, async () => (await ask({ do: "count" })).count >= count, millis)
      )
  }
})

export type Receiver = Effect.Success<ReturnType<typeof startReceiver>>
