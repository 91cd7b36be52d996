/** What a sentence about a change can name. */
import { type AuditAction, auditActions, type AuditEntry } from "@heddle/api/portal/Account"
import { plans, PlanName } from "@heddle/api/plans"

/** Undefined for an action of a newer server. */
export const knownAction = (action: string): AuditAction | undefined => auditActions.find((known) => known === action)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const titleOf = (plan: string): string => {
  const name = PlanName.literals.find((known) => known === plan)
  return name === undefined ? plan : plans[name].title
}

const firstText = (...values: ReadonlyArray<unknown>): string | undefined =>
  values.find((value) => typeof value === "string" && value !== "")?.toString()

const afterOf = (details: AuditEntry["details"]): Readonly<Record<string, unknown>> =>
  isRecord(details["after"]) ? details["after"] : {}

/** Such a rule has no keyword to be called by. */
export const isOfTrendingRule = ({ action, details }: Pick<AuditEntry, "action" | "details">): boolean =>
  action.startsWith("rule.") && (details["type"] === "trending" || afterOf(details)["type"] === "trending")

/** `name`: of the key, application, endpoint, rule or plan; else its id. `n`: credits or events. */
export const auditValues = ({ details, target }: Pick<AuditEntry, "details" | "target">) => {
  const after = afterOf(details)
  const { name, application, url, keyword, plan, credits, events } = details
  const title = typeof plan === "string" ? titleOf(plan) : undefined
  const count = [credits, events].find((value) => typeof value === "number")
  return {
    name: firstText(name, after["name"], application, url, keyword, after["keyword"], title, target) ?? "",
    n: typeof count === "number" ? count : 0
  }
}
