/** What `HEDDLE_PAYMENTS=stripe` needs, checked when the server starts. Which kind of key it is decides which money moves. */
import { Effect, Option, Redacted, Schema } from "effect"
import { publicUrl, Settings } from "../../../runtime/Settings.ts"

export class BadStripeSettings extends Schema.TaggedError<BadStripeSettings>()("BadStripeSettings", {
  detail: Schema.String
}) {
  override readonly message = this.detail
}

export interface StripeSettings {
  readonly secretKey: Redacted.Redacted
  readonly webhookSecret: Redacted.Redacted
  /** Whether real money moves. */
  readonly isLive: boolean
  /** Where Stripe's API answers; none for Stripe itself. */
  readonly apiUrl: Option.Option<URL>
  /** The address of this service, to which customers come back. */
  readonly serviceUrl: string
}

/** Standard keys and restricted ones. */
const secretKeyForm = /^(?:sk|rk)_(test|live)_/
const webhookSecretForm = /^whsec_/

const bad = (detail: string) => new BadStripeSettings({ detail })

const modeOf = (key: string) => {
  const mode = secretKeyForm.exec(key)?.[1]
  if (mode !== undefined) return Effect.succeed(mode)
  return bad(
    key.startsWith("pk_")
      ? "HEDDLE_STRIPE_SECRET_KEY is a publishable key; use the secret key, which starts with sk_test_ or sk_live_."
      : "HEDDLE_STRIPE_SECRET_KEY must be a secret key of Stripe; it starts with sk_test_, sk_live_, rk_test_ or rk_live_."
  )
}

export const stripeSettings = Effect.gen(function* () {
  const settings = yield* Settings
  const { stripeSecretKey, stripeWebhookSecret, stripeUrl, baseUrl } = settings
  if (Option.isNone(stripeSecretKey) || Option.isNone(stripeWebhookSecret)) {
    return yield* bad("HEDDLE_PAYMENTS=stripe needs HEDDLE_STRIPE_SECRET_KEY and HEDDLE_STRIPE_WEBHOOK_SECRET.")
  }
  const isLive = (yield* modeOf(Redacted.value(stripeSecretKey.value))) === "live"
  if (!webhookSecretForm.test(Redacted.value(stripeWebhookSecret.value))) {
    return yield* bad(
      "HEDDLE_STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook endpoint; it starts with whsec_."
    )
  }
  if (isLive && Option.isNone(baseUrl)) {
    return yield* bad(
      "A live key of Stripe needs HEDDLE_BASE_URL, the public address of this service: customers come back to it."
    )
  }
  const checked: StripeSettings = {
    secretKey: stripeSecretKey.value,
    webhookSecret: stripeWebhookSecret.value,
    isLive,
    apiUrl: Option.map(stripeUrl, (url) => new URL(url)),
    serviceUrl: publicUrl(settings).replace(/\/+$/, "")
  }
  return checked
})
