import { Effect, Fiber } from "effect"

/** Whoever waits for it can go without waiting for its end, which a host that vanished never reports. */
export const abandonable = <A, E>(work: Effect.Effect<A, E>) =>
  Effect.flatMap(Effect.forkDetach(work), (fiber) =>
    Effect.onInterrupt(Fiber.join(fiber), () => Effect.forkDetach(Fiber.interrupt(fiber)))
  )
