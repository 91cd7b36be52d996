/**
 * Points at which tests kill the process, to prove that nothing is lost or done twice. `HEDDLE_FAILPOINT=name:n` kills it
 * when it passes the named point for the n-th time; without the setting a point does nothing.
 */
import { Context, Effect, Layer, Option } from "effect"
import type { FailpointName } from "./FailpointSetting.ts"
import { Settings } from "./Settings.ts"

const Failpoints = Context.Reference<(name: FailpointName) => Effect.Effect<void>>(
  "@heddle/reference/runtime/Failpoints",
  { defaultValue: () => () => Effect.void }
)

/** Nothing, or the end of the process. */
export const failpoint = (name: FailpointName): Effect.Effect<void> => Effect.flatMap(Failpoints, (pass) => pass(name))

/** Arms the point of the setting. */
export const FailpointLayer = Layer.effect(
  Failpoints,
  Effect.gen(function* () {
    const armed = Option.getOrUndefined((yield* Settings).failpoint)
    if (armed === undefined) return () => Effect.void
    let left = armed.passes
    return (name: FailpointName) =>
      Effect.suspend(() => {
        if (name === armed.name) left -= 1
        if (name !== armed.name || left > 0) return Effect.void
        process.kill(process.pid, "SIGKILL")
        // The signal may take a moment.
        return Effect.never
      })
  })
)
