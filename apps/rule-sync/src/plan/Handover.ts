/**
 * When the successor of a rule is created. A new rule sends the posts of its window that its predecessor has sent; a
 * deferred one is created when those have left the window. Until then, nothing is sent for either, and posts reach the
 * handler up to a window late.
 */
import { keywordLookbackHours } from "@heddle/api"
import { Duration } from "effect"
import type { DesiredRule } from "./Desired.ts"
import { emptyRuleMap, type RuleMap } from "./RuleMap.ts"

export interface Memory {
  readonly map: RuleMap
  readonly now: Date
}

export const noMemory: Memory = { map: emptyRuleMap, now: new Date(0) }

/** Rules are checked every 3 minutes (service.md, "Webhook rule"): the first check of the new rule follows the last of the old. */
const checkInterval = Duration.minutes(3)

export const windowHours = ({ content }: DesiredRule): number => content.lookbackHours ?? keywordLookbackHours

export const isDeferred = ({ handover }: DesiredRule): boolean => handover === "deferred"

/** For a predecessor that is deleted now. */
export const notBeforeOf = (rule: DesiredRule, now: Date): Date =>
  new Date(now.getTime() + Duration.toMillis(Duration.subtract(Duration.hours(windowHours(rule)), checkInterval)))
