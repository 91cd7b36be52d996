import { Config, Effect } from "effect"

const factor = Effect.runSync(Config.Finite("HEDDLE_TEST_RUNS").pipe(Config.withDefault(1)))

/** How often a property is tried: few times in the suite, `HEDDLE_TEST_RUNS` times as often when asked to look harder. */
export const runs = (few: number): number => Math.max(1, Math.round(few * factor))
