/**
 * Identifiers: a prefix for the kind and a ULID, so that they sort by time of creation and are URL-safe
 * (decisions, "Webhooks": `ep_…`, `rule_…`, `evt_…`, `dlv_…`). A brand for each kind keeps them apart; those that the
 * API's contract names are in `@heddle/api`.
 */
import {
  type AccountId,
  type ConnectionId,
  type DeliveryId,
  type EndpointId,
  EventId,
  type KeyId,
  type RecoveryId,
  type RuleId,
  StorableText,
  type UsageEntryId
} from "@heddle/api/fields"
import { Brand, Clock, Effect, Schema } from "effect"
import { randomFillSync } from "node:crypto"
import { monotonicFactory } from "ulid"

// A system call for each character would dominate the cost of an id; one fills the pool for about a hundred ids.
const pool = new Uint8Array(2_048)
let used = pool.length

/** From 0 to less than 1. */
const random = (): number => {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return (pool[used++] ?? 0) / 256
}

// One factory per process, so that ids created within a millisecond still sort in order of creation.
const next = monotonicFactory(random)

/** Reserves the credits of a query. */
export const HoldId = Schema.String.pipe(Schema.brand("HoldId"))
export type HoldId = typeof HoldId.Type

export { type DeliveryId, EventId } from "@heddle/api/fields"

/** The id of a hold in the ledger: a query or a webhook event. */
export const ReservationId = Schema.Union([HoldId, EventId])
export type ReservationId = typeof ReservationId.Type

export const GrantId = Schema.String.pipe(Schema.brand("GrantId"))
export type GrantId = typeof GrantId.Type

export const MailId = Schema.String.pipe(Schema.brand("MailId"))
export type MailId = typeof MailId.Type

export const PurchaseId = StorableText.check(
  Schema.isMaxLength(100, { message: "must have at most 100 characters" })
).pipe(Schema.brand("PurchaseId"))
export type PurchaseId = typeof PurchaseId.Type

/** A person who can sign in to an account. */
export const UserId = Schema.String.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

export type SubscriptionId = string & Brand.Brand<"SubscriptionId">
export type PlanPeriodId = string & Brand.Brand<"PlanPeriodId">
/** The claim of a call on its idempotency key. */
export type ClaimId = string & Brand.Brand<"ClaimId">
/** The kept rows of an answer. */
export type RestId = string & Brand.Brand<"RestId">
/** A signing secret of an endpoint. */
export type SecretId = string & Brand.Brand<"SecretId">
/** One run of a server process. */
export type ProcessId = string & Brand.Brand<"ProcessId">
/** An open stream of an endpoint's events. */
export type StreamId = string & Brand.Brand<"StreamId">
/** A sign-in session of a person. */
export const SessionId = Schema.String.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type
/** A password of a person, or their identity at an OpenID provider. */
export type CredentialId = string & Brand.Brand<"CredentialId">
/** Something that a person was sent to prove who they are. */
export type VerificationId = string & Brand.Brand<"VerificationId">
/** A change that was made in an account. */
export type AuditEntryId = string & Brand.Brand<"AuditEntryId">
/** A passkey of a person. */
export type PasskeyId = string & Brand.Brand<"PasskeyId">
export type RequestId = string & Brand.Brand<"RequestId">

// Nominal: ids generated here need no check.
const nominal = {
  acct: Brand.nominal<AccountId>(),
  aud: Brand.nominal<AuditEntryId>(),
  key: Brand.nominal<KeyId>(),
  grant: Brand.nominal<GrantId>(),
  hold: Brand.nominal<HoldId>(),
  use: Brand.nominal<UsageEntryId>(),
  ep: Brand.nominal<EndpointId>(),
  rule: Brand.nominal<RuleId>(),
  evt: Brand.nominal<EventId>(),
  dlv: Brand.nominal<DeliveryId>(),
  rec: Brand.nominal<RecoveryId>(),
  req: Brand.nominal<RequestId>(),
  claim: Brand.nominal<ClaimId>(),
  proc: Brand.nominal<ProcessId>(),
  mail: Brand.nominal<MailId>(),
  period: Brand.nominal<PlanPeriodId>(),
  sec: Brand.nominal<SecretId>(),
  stream: Brand.nominal<StreamId>(),
  pass: Brand.nominal<PasskeyId>(),
  sub: Brand.nominal<SubscriptionId>(),
  user: Brand.nominal<UserId>(),
  session: Brand.nominal<SessionId>(),
  cred: Brand.nominal<CredentialId>(),
  ver: Brand.nominal<VerificationId>(),
  con: Brand.nominal<ConnectionId>(),
  buy: Brand.nominal<PurchaseId>(),
  rest: Brand.nominal<RestId>()
}

type IdOfPrefix = { readonly [Prefix in keyof typeof nominal]: ReturnType<(typeof nominal)[Prefix]> }

const brands: { readonly [Prefix in keyof IdOfPrefix]: (id: string) => IdOfPrefix[Prefix] } = nominal

export const newId = <Prefix extends keyof IdOfPrefix>(prefix: Prefix): Effect.Effect<IdOfPrefix[Prefix]> =>
  Effect.map(Clock.currentTimeMillis, (now) => brands[prefix](`${prefix}_${next(now)}`))
