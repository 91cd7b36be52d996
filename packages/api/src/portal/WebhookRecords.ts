/** Records and limits of the API that the screens of webhooks show, so that their bundle loads no more of it. */
export { type Delivery, type DeliveryDetails, DeliveryOutcome, resendDays } from "../Deliveries.ts"
export { type Endpoint, type EndpointInput, type RotatedEndpoint, secretOverlapHours } from "../Endpoints.ts"
export { DeliveryId, EndpointId, EventId, RecoveryId, RuleId } from "../Ids.ts"
export { defaultLanguage, Language } from "../Languages.ts"
export { DeliveriesQuery, type DeliveryFilter } from "../DeliveriesQuery.ts"
export { plans } from "../Plans.ts"
export { backtestPrice, webhookEventPrice } from "../Prices.ts"
export type { Recovery } from "../Recoveries.ts"
export type { ExplainedCondition, ExplanationVerdict, RuleExplanation } from "../RuleExplanations.ts"
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
export type { BacktestDay, RulePreview } from "../RuleTrials.ts"
