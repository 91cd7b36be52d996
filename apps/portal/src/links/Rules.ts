/** Addresses of the screens of rules. */

export const rulesLink = "/webhooks/rules"

export const ruleLink = (ruleId: string): string => `${rulesLink}/${encodeURIComponent(ruleId)}`

export const newRuleLink = (endpointId: string): string => `${rulesLink}/new?endpoint=${encodeURIComponent(endpointId)}`

/** The rules of one endpoint. */
export const rulesOfLink = (endpointId: string): string => `${rulesLink}?endpoint=${encodeURIComponent(endpointId)}`

/** Why a post did or did not fire a rule. */
export const explainLink = (ruleId: string, post: string): string =>
  `${ruleLink(ruleId)}?post=${encodeURIComponent(post)}`
