/** What the rooms refuse, as the problems of the operator's contract. */
import { Conflict, type InvalidParameter, invalidParameter, NotFound, Unavailable } from "@heddle/api"
import { Effect } from "effect"
import type { EmailTaken, UnknownAccount } from "../../accounts/customers/Accounts.ts"
import type { ExpiryPassed, KeyExpired, TooManyKeys, UnknownKey } from "../../accounts/keys/ApiKey.ts"
import type { PaymentUnavailable } from "../../billing/providers/PaymentProvider.ts"
import type { PurchaseRefused, UnknownPurchase } from "../../billing/purchases/PurchaseRefused.ts"

type Unknown = UnknownAccount | UnknownKey | UnknownPurchase
type Refused = EmailTaken | TooManyKeys | KeyExpired | PurchaseRefused
type Failure = Unknown | Refused | ExpiryPassed | PaymentUnavailable

type ProblemOf<E> = E extends Unknown
  ? NotFound
  : E extends ExpiryPassed
    ? InvalidParameter
    : E extends PaymentUnavailable
      ? Unavailable
      : Conflict

function problemOf<E extends Failure>(error: E): ProblemOf<E>
function problemOf(error: Failure): ProblemOf<Failure> {
  switch (error._tag) {
    case "UnknownAccount":
    case "UnknownKey":
    case "UnknownPurchase":
      return new NotFound({ detail: error.message })
    case "ExpiryPassed":
      return invalidParameter({ path: "expires_at", message: "must be in the future" })
    case "PaymentUnavailable":
      return new Unavailable({ detail: `The payment provider did not answer; try again. ${error.detail}` })
    default:
      return new Conflict({ detail: error.message })
  }
}

/** What a room did as the body of an answer, and what it refused as a problem. */
export const answered = <A, B, E extends Failure, R>(action: Effect.Effect<A, E, R>, toBody: (done: A) => B) =>
  Effect.mapBoth(action, { onSuccess: toBody, onFailure: (error) => problemOf(error) })
