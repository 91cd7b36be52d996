/** Endpoints and rules. The records are those of the API. */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { Endpoint, EndpointChange, EndpointInput, RotatedEndpoint, secretOverlapHours } from "../Endpoints.ts"
import { DeliveryId, EndpointId, RuleId } from "../Ids.ts"
import { Language } from "../Languages.ts"
import { Count, IntBetween, PostCode } from "../Parameters.ts"
import { Recovery, RecoveryInput } from "../Deliveries.ts"
import { BacktestDay, RuleExplanation, RulePreview } from "../RuleTrials.ts"
import { BacktestInput, NewRuleInput, PreviewInput, Rule, RuleInput } from "../Rules.ts"
import { RecoveryId } from "../Ids.ts"
import { Instant, PortalProblem, PortalSession } from "./PortalSession.ts"

/** A rule with what it did lately. */
export const PortalRule = Schema.Struct({
  rule: Rule,
  /** Events of the last 24 hours and of the last 30 days. */
  events24h: Count,
  events30d: Count
})
export type PortalRule = typeof PortalRule.Type

/** The requests of an endpoint, without those of test events and those that failed for a fault of ours. */
export const EndpointFigures = Schema.Struct({
  endpointId: EndpointId,
  /** Whether any request was ever made. */
  sent: Schema.Boolean,
  /** The last 7 UTC days, such as `2026-11-22`, oldest first. The last one is not over. */
  days: Schema.Array(Schema.Struct({ day: Schema.String, delivered: Count, failed: Count })),
  /** Of these days. */
  lastFailure: Schema.NullOr(Schema.Struct({ deliveryId: DeliveryId, at: Instant }))
})
export type EndpointFigures = typeof EndpointFigures.Type

/** What deleting it would remove. */
export const EndpointUse = Schema.Struct({
  rules: Count,
  unsentEvents: Count,
  deliveries24h: Count
})

export const TestAnswer = Schema.Struct({
  delivered: Schema.Boolean,
  statusCode: Schema.NullOr(Count),
  durationMs: Count,
  error: Schema.NullOr(Schema.String),
  /** The start of the answer's body; null without an answer. */
  body: Schema.NullOr(Schema.String)
})

const endpoint = { endpointId: EndpointId }
const rule = { ruleId: RuleId }
const error = PortalProblem

export class WebhookRpcs extends RpcGroup.make(
  /**
   * Also after a downgrade: endpoints and rules are kept. `active` says whether the plan includes webhooks,
   * `ruleLanguages` which languages a rule may have.
   */
  Rpc.make("ListEndpoints", {
    success: Schema.Struct({
      endpoints: Schema.Array(Endpoint),
      active: Schema.Boolean,
      ruleLanguages: Schema.Array(Language.to)
    }),
    error
  }),
  /** Of every endpoint. */
  Rpc.make("ListEndpointFigures", { success: Schema.Array(EndpointFigures), error }),
  Rpc.make("CreateEndpoint", { payload: EndpointInput, success: Endpoint, error }),
  /** Keeps the id, the secret, the rules and what they sent. Events that wait go to the new address. */
  Rpc.make("UpdateEndpoint", { payload: { ...endpoint, ...EndpointChange.fields }, success: Endpoint, error }),
  Rpc.make("EndpointUse", { payload: endpoint, success: EndpointUse, error }),
  Rpc.make("DeleteEndpoint", { payload: endpoint, error }),
  Rpc.make("RotateSecret", {
    payload: { ...endpoint, overlapHours: IntBetween(0, secretOverlapHours.atMost) },
    success: RotatedEndpoint,
    error
  }),
  Rpc.make("TestEndpoint", { payload: endpoint, success: TestAnswer, error }),
  Rpc.make("ListRules", { payload: endpoint, success: Schema.Array(PortalRule), error }),
  Rpc.make("CreateRule", {
    payload: { ...endpoint, rule: NewRuleInput },
    success: Schema.Struct({ rule: Rule, notices: Schema.Array(Schema.String) }),
    error
  }),
  /** Keeps the id and what was sent already. Takes effect in the next round. */
  Rpc.make("UpdateRule", { payload: { ...rule, rule: RuleInput }, success: Rule, error }),
  Rpc.make("DeleteRule", { payload: rule, error }),
  /** Free. */
  Rpc.make("PreviewRule", {
    payload: PreviewInput,
    success: Schema.Struct({ preview: RulePreview, notices: Schema.Array(Schema.String) }),
    error
  }),
  /** Costs 10 credits. */
  Rpc.make("BacktestRule", {
    payload: BacktestInput,
    success: Schema.Struct({
      days: Schema.Array(BacktestDay),
      notices: Schema.Array(Schema.String),
      consumed: Count,
      remaining: Count
    }),
    error
  }),
  Rpc.make("ExplainRule", { payload: { ...rule, post: PostCode }, success: RuleExplanation, error }),
  /** How many events a recovery since then would send again. */
  Rpc.make("CountRecoverable", {
    payload: { ...endpoint, ...RecoveryInput.fields },
    success: Schema.Struct({ events: Count }),
    error
  }),
  /** Sends everything again that failed since then. */
  Rpc.make("RecoverEndpoint", { payload: { ...endpoint, ...RecoveryInput.fields }, success: Recovery, error }),
  Rpc.make("ListRecoveries", { success: Schema.Array(Recovery), error }),
  Rpc.make("CancelRecovery", { payload: { recoveryId: RecoveryId }, success: Recovery, error })
)
  .prefix("webhooks.")
  .middleware(PortalSession) {}
