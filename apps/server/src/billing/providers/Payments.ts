/** The payment provider that `HEDDLE_PAYMENTS` names. */
import { Effect, Layer } from "effect"
import { Settings } from "../../runtime/Settings.ts"
import { fakeDefaults, fakePayments } from "./FakePayments.ts"
import { ManualPayments } from "./ManualPayments.ts"

export const Payments = Layer.unwrap(
  Effect.map(Settings, ({ payments }) => (payments === "fake" ? fakePayments(fakeDefaults) : ManualPayments))
)
