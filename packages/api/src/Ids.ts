/** Ids that the contract names: of callers, and those that a customer sends back. The brands keep them apart. */
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
