/** Ids that customers receive in one answer and send in another request, branded so that they cannot be mixed up. */
import { Schema } from "effect"
import { NonEmptyText } from "./Parameters.ts"

export const EndpointId = NonEmptyText.pipe(Schema.brand("EndpointId"))
export type EndpointId = typeof EndpointId.Type

export const RuleId = NonEmptyText.pipe(Schema.brand("RuleId"))
export type RuleId = typeof RuleId.Type
