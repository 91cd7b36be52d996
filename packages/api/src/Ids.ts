/** Ids of callers, and ids that customers receive in one answer and send in another request. Branded against mix-ups. */
import { Schema } from "effect"
import { NonEmptyText, Text } from "./Parameters.ts"

const accountText = Text.check(Schema.isMaxLength(100, { message: "must have at most 100 characters" }))

export const AccountId = accountText.pipe(Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

export const KeyId = accountText.pipe(Schema.brand("KeyId"))
export type KeyId = typeof KeyId.Type

export const EndpointId = NonEmptyText.pipe(Schema.brand("EndpointId"))
export type EndpointId = typeof EndpointId.Type

export const RuleId = NonEmptyText.pipe(Schema.brand("RuleId"))
export type RuleId = typeof RuleId.Type

export const UsageEntryId = Schema.String.pipe(Schema.brand("UsageEntryId"))
export type UsageEntryId = typeof UsageEntryId.Type

/** A webhook event, and the hold that reserves its credits. */
export const EventId = NonEmptyText.pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type

/** One attempt to deliver an event. */
export const DeliveryId = NonEmptyText.pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type

/** An application that may act for an account, with all its tokens. */
export const ConnectionId = NonEmptyText.pipe(Schema.brand("ConnectionId"))
export type ConnectionId = typeof ConnectionId.Type

/** A job that sends failed events again. */
export const RecoveryId = NonEmptyText.pipe(Schema.brand("RecoveryId"))
export type RecoveryId = typeof RecoveryId.Type
