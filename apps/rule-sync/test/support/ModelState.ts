/** The webhook resources of two accounts in one, held in memory, with the rules of the real service. */
import { type Endpoint, EndpointId, type Rule, RuleId, type RuleInput } from "@heddle/api"
import { type RuleContent, ruleContent, ruleInput, ruleKey } from "../../src/plan/RuleContent.ts"

export interface ModelEndpoint {
  readonly id: EndpointId
  readonly url: string
  readonly rules: Array<Rule>
}

export class ModelState {
  endpoints: Array<ModelEndpoint> = []
  /** The real service answers 409 for a second identical thing; a lenient one shows whether the client relies on it. */
  refusesTwins = true
  maxRulesPerEndpoint = 1_000
  maxRulesPerAccount = 5_000
  hasPreviews = true
  private lastId = 0

  nextId(prefix: string): string {
    this.lastId += 1
    return `${prefix}_${String(this.lastId).padStart(6, "0")}`
  }

  addEndpoint(url: string): ModelEndpoint | null {
    if (this.refusesTwins && this.endpoints.some((endpoint) => endpoint.url === url)) return null
    const endpoint = { id: EndpointId.make(this.nextId("ep")), url, rules: [] }
    this.endpoints.push(endpoint)
    return endpoint
  }

  addRule(endpoint: ModelEndpoint, input: RuleInput): Rule | null {
    const content = ruleContent(input)
    const key = ruleKey(content)
    if (this.refusesTwins && endpoint.rules.some((rule) => ruleKey(ruleContent(rule)) === key)) return null
    const total = this.endpoints.reduce((sum, { rules }) => sum + rules.length, 0)
    if (endpoint.rules.length >= this.maxRulesPerEndpoint || total >= this.maxRulesPerAccount) return null
    const rule = ruleRecord(RuleId.make(this.nextId("rule")), content)
    endpoint.rules.push(rule)
    return rule
  }

  deleteRule(id: string): boolean {
    for (const { rules } of this.endpoints) {
      const index = rules.findIndex((rule) => rule.id === id)
      if (index !== -1) return rules.splice(index, 1).length === 1
    }
    return false
  }

  list(): ReadonlyArray<Endpoint> {
    return this.endpoints.map((endpoint) => endpointRecord(endpoint))
  }

  /** The contents of an endpoint's rules, sorted, to compare with what was asked for. */
  contents(url: string): ReadonlyArray<string> {
    return this.endpoints
      .filter((endpoint) => endpoint.url === url)
      .flatMap(({ rules }) => rules.map((rule) => ruleKey(ruleContent(rule))))
      .toSorted()
  }
}

const createdAt = "2026-01-01T00:00:00Z"

export const endpointRecord = ({ id, url, rules }: ModelEndpoint): Endpoint => ({
  id,
  url,
  name: null,
  rules: [...rules],
  secret: `whsec_secret_of_${id}`,
  createdAt,
  standardWebhooks: false,
  dailyCreditCap: null,
  health: { state: "healthy", failingSince: null, lastError: null },
  queue: { waiting: 0, nextAttemptAt: null }
})

const ruleRecord = (id: RuleId, content: RuleContent): Rule => {
  const { keyword, language = "zh", ...rest } = ruleInput(content)
  return {
    id,
    type: content.keyword === null ? "trending" : "keyword",
    ...(typeof keyword === "string" ? { keyword } : {}),
    ...rest,
    language,
    createdAt
  }
}
