/**
 * A slow evaluation of whole worlds, written from the description alone, demands the same events as the service makes, of
 * the same accounts in the same order, and the same credits are left after every round.
 */
import { layer } from "@effect/vitest"
import { Layer } from "effect"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { evaluateWorld } from "../../support/oracle/EvaluatedWorld.ts"
import { world } from "../../support/oracle/Worlds.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"

const worlds = runs(25)

onAnyDatabase("Rounds in a random world", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "120 seconds" })((it) => {
    it.effect(
      "make the events that an independent evaluation demands",
      () => forEvery(world, worlds, evaluateWorld),
      60_000 + worlds * 5_000
    )
  })
})
