/** Records and limits of the API that the screens of webhooks show, so that their bundle loads no more of it. */
export {
  DeliveriesQuery,
  type Delivery,
  type DeliveryDetails,
  type DeliveryFilter,
  DeliveryOutcome,
  type Recovery,
  resendDays
} from "../Deliveries.ts"
export { type Endpoint, type EndpointChange, type RotatedEndpoint, secretOverlapHours } from "../Endpoints.ts"
export { DeliveryId, EndpointId, EventId, RecoveryId, RuleId } from "../Ids.ts"
export { defaultLanguage, Language } from "../Languages.ts"
export { plans } from "../Plans.ts"
export { backtestPrice, webhookEventPrice } from "../Prices.ts"
export {
  backtestDays,
  type BacktestInput,
  keywordLookbackHours,
  maxKeywordLength,
  maxLookbackHours,
  type Rule,
  RuleInput,
  ruleMinimums
} from "../Rules.ts"
export type {
  BacktestDay,
  ExplainedCondition,
  ExplanationVerdict,
  RuleExplanation,
  RulePreview
} from "../RuleTrials.ts"
