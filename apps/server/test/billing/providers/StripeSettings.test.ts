/** What a start with `HEDDLE_PAYMENTS=stripe` checks before any customer pays. */
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { stripeName } from "../../../src/billing/providers/stripe/StripeProvider.ts"
import { stripeSettings } from "../../../src/billing/providers/stripe/StripeSettings.ts"
import { Settings } from "../../../src/runtime/Settings.ts"

const read = (settings: Readonly<Record<string, string>>) =>
  Effect.provide(
    stripeSettings,
    Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings))))
  )

const keys = { HEDDLE_STRIPE_SECRET_KEY: "sk_test_1", HEDDLE_STRIPE_WEBHOOK_SECRET: "whsec_1" }

it.effect("the key says which money moves, and each mode is a provider of its own", () =>
  Effect.gen(function* () {
    const test = yield* read(keys)
    assert.strictEqual(stripeName(test), "stripe_test")
    const live = { ...keys, HEDDLE_STRIPE_SECRET_KEY: "rk_live_1", HEDDLE_BASE_URL: "https://heddle.example.com/" }
    const settings = yield* read(live)
    assert.strictEqual(stripeName(settings), "stripe")
    assert.strictEqual(settings.serviceUrl, "https://heddle.example.com")
  })
)

it.effect("settings that cannot work stop the start and say what to do", () =>
  Effect.gen(function* () {
    const cases: ReadonlyArray<readonly [Readonly<Record<string, string>>, string]> = [
      [{}, "needs HEDDLE_STRIPE_SECRET_KEY and HEDDLE_STRIPE_WEBHOOK_SECRET"],
      [{ HEDDLE_STRIPE_SECRET_KEY: "sk_test_1" }, "needs HEDDLE_STRIPE_SECRET_KEY and HEDDLE_STRIPE_WEBHOOK_SECRET"],
      [{ ...keys, HEDDLE_STRIPE_SECRET_KEY: "pk_test_1" }, "is a publishable key; use the secret key"],
      [{ ...keys, HEDDLE_STRIPE_SECRET_KEY: "secret" }, "must be a secret key of Stripe"],
      [{ ...keys, HEDDLE_STRIPE_WEBHOOK_SECRET: "secret" }, "must be the signing secret of the webhook endpoint"],
      [{ ...keys, HEDDLE_STRIPE_SECRET_KEY: "sk_live_1" }, "A live key of Stripe needs HEDDLE_BASE_URL"]
    ]
    for (const [settings, detail] of cases) {
      assert.include(String((yield* Effect.flip(read(settings))).message), detail)
    }
  })
)
