/** Ids that a customer reads in one answer and sends in another call; the brands keep them apart. */
import { Schema } from "effect"
import { NonEmptyText } from "./Parameters.ts"

export const EndpointId = NonEmptyText.pipe(Schema.brand("EndpointId"))
export type EndpointId = typeof EndpointId.Type

export const RuleId = NonEmptyText.pipe(Schema.brand("RuleId"))
export type RuleId = typeof RuleId.Type
