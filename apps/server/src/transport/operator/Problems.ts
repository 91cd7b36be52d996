/** Maps the errors of services to the problems of the operator's contract. */
import { Conflict, type InvalidParameter, invalidParameter, NotFound, Unavailable } from "@heddle/api"
import { Effect } from "effect"
import type { EmailTaken, UnknownAccount } from "../../accounts/customers/Accounts.ts"
import type { ExpiryPassed, KeyExpired, KeyNameTaken, TooManyKeys, UnknownKey } from "../../accounts/keys/ApiKey.ts"
import type { PaymentUnavailable } from "../../billing/providers/PaymentProvider.ts"
import type { PurchaseRefused, UnknownPurchase } from "../../billing/purchases/PurchaseRefused.ts"

type NotFoundError = UnknownAccount | UnknownKey | UnknownPurchase
type ConflictError = EmailTaken | TooManyKeys | KeyNameTaken | KeyExpired | PurchaseRefused
export type ServiceError = NotFoundError | ConflictError | ExpiryPassed | PaymentUnavailable

type ProblemOf<E> = E extends NotFoundError
  ? NotFound
  : E extends ExpiryPassed
    ? InvalidParameter
    : E extends PaymentUnavailable
      ? Unavailable
      : Conflict

export function problemOf<E extends ServiceError>(error: E): ProblemOf<E>
export function problemOf(error: ServiceError): ProblemOf<ServiceError> {
  switch (error._tag) {
    case "UnknownAccount":
    case "UnknownKey":
    case "UnknownPurchase":
      return new NotFound({ detail: error.message })
    case "ExpiryPassed":
      return invalidParameter({ path: "expires_at", message: "must be in the future" })
    case "PaymentUnavailable":
      return new Unavailable({ detail: `The payment provider did not respond. Try again. ${error.detail}` })
    default:
      return new Conflict({ detail: error.message })
  }
}

/** Turns a service's result into the body of an answer, and its errors into problems. */
export const respond = <A, B, E extends ServiceError, R>(action: Effect.Effect<A, E, R>, toBody: (result: A) => B) =>
  Effect.mapBoth(action, { onSuccess: toBody, onFailure: (error) => problemOf(error) })
