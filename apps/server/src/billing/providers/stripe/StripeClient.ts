/**
 * Stripe's own library behind Effect. It is loaded when this layer is built, because it is large and most installations
 * do without. Each call has a time limit, and repeats after network errors with the same idempotency key.
 */
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import type { Stripe } from "stripe"
import { PaymentUnavailable } from "../PaymentProvider.ts"
import type { StripeSettings } from "./StripeSettings.ts"

/** The version whose objects `StripePayments.ts` reads, whatever the version of the Stripe account is. */
const apiVersion = "2026-10-28.endive"
const callTimeoutMillis = 10_000
const maxNetworkRetries = 2

/** A call that Stripe refused, or that did not reach it. */
export class StripeFailure extends Schema.TaggedError<StripeFailure>()("StripeFailure", {
  call: Schema.String,
  /** Stripe's word for the reason, such as `resource_missing`. */
  code: Schema.optional(Schema.String),
  param: Schema.optional(Schema.String),
  status: Schema.optional(Schema.Finite),
  requestId: Schema.optional(Schema.String),
  detail: Schema.String
}) {
  override readonly message = `${this.call}: ${this.detail} (${[this.status, this.code, this.requestId].filter((part) => part !== undefined).join(", ") || "no answer"})`
}

/** Where the library sends its requests, when not to Stripe by its own client. */
export type StripeTransport = Pick<Stripe.StripeConfig, "httpClient" | "maxNetworkRetries">

export class StripeClient extends Context.Service<
  StripeClient,
  {
    /** `call` names it in the log. */
    use<A>(call: string, run: (stripe: Stripe) => Promise<A>): Effect.Effect<A, StripeFailure>
    /** Fails when the signature is not that of our webhook, or is older than five minutes. */
    verified(body: string, signature: string, nowMillis: number): Effect.Effect<unknown, StripeFailure>
  }
>()("@heddle/server/billing/providers/stripe/StripeClient") {
  static readonly layer = (settings: StripeSettings, transport: StripeTransport = {}) =>
    Layer.effect(StripeClient, makeClient(settings, transport))
}

/** Stripe's default, in seconds: longer than a slow network takes, too short for a replay of an old event. */
const toleranceSeconds = 300

const addressOf = (apiUrl: StripeSettings["apiUrl"]): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> =>
  Option.match(apiUrl, {
    onNone: () => ({}),
    onSome: ({ hostname, port, protocol }) => {
      const isHttp = protocol === "http:"
      return { host: hostname, port: port === "" ? (isHttp ? 80 : 443) : port, protocol: isHttp ? "http" : "https" }
    }
  })

const makeClient = Effect.fnUntraced(function* (
  { secretKey, webhookSecret, apiUrl }: StripeSettings,
  transport: StripeTransport
) {
  const { Stripe: Library } = yield* Effect.promise(() => import("stripe"))
  const stripe = new Library(Redacted.value(secretKey), {
    apiVersion,
    timeout: callTimeoutMillis,
    maxNetworkRetries,
    telemetry: false,
    appInfo: { name: "Heddle" },
    ...addressOf(apiUrl),
    ...transport
  })
  const failed = (call: string) => (error: unknown) => {
    if (!(error instanceof Library.errors.StripeError)) return new StripeFailure({ call, detail: String(error) })
    const { code, param, statusCode: status, requestId, message: detail } = error
    return new StripeFailure({ call, code, param, status, requestId, detail })
  }
  return StripeClient.of({
    use: (call, run) => Effect.tryPromise({ try: () => run(stripe), catch: failed(call) }),
    verified: (body, signature, nowMillis) =>
      Effect.try({
        try: (): unknown =>
          Library.webhooks.constructEvent(
            body,
            signature,
            Redacted.value(webhookSecret),
            toleranceSeconds,
            undefined,
            nowMillis
          ),
        catch: failed("webhook")
      })
  })
})

/** Stripe knows no such object, or it belongs to the other mode. */
export const isMissing = ({ code }: StripeFailure): boolean => code === "resource_missing"

/** None when the object does not exist. */
export const optional = <A, R>(
  found: Effect.Effect<A, StripeFailure, R>
): Effect.Effect<Option.Option<A>, StripeFailure, R> =>
  found.pipe(
    Effect.map(Option.some),
    Effect.catch((failure) => (isMissing(failure) ? Effect.succeed(Option.none<A>()) : Effect.fail(failure)))
  )

const ownFailureStatus = 500

/** What Stripe says about a failure is for the operator, who finds it in the log. */
export const unavailable = (failure: StripeFailure): Effect.Effect<never, PaymentUnavailable> => {
  const { status } = failure
  const isRefusal = status !== undefined && status < ownFailureStatus
  const detail = isRefusal ? "Stripe refused the call; the log says why." : "Stripe could not be reached or failed."
  return Effect.andThen(
    Effect.logWarning(`A call of Stripe failed: ${failure.message}`),
    new PaymentUnavailable({ detail })
  )
}
