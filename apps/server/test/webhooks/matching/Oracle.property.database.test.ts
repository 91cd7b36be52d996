/**
 * A slow evaluation of whole worlds, written from the description alone, demands the same events as the service makes, of
 * the same accounts in the same order, and the same credits are left after every round.
 */
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { evaluateWorld } from "../../support/oracle/EvaluatedWorld.ts"
import { world } from "../../support/oracle/Worlds.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"

const worlds = runs(25)

onAnyDatabaseWith("Rounds in a random world", { services: TestServices }, (it) => {
  it.effect(
    "make the events that an independent evaluation demands",
    () => forEvery(world, worlds, evaluateWorld),
    60_000 + worlds * 5_000
  )
})
