/** What a rule is likely to cost, told from the posts that match it now. Pure. */
import { webhookEventPrice } from "@heddle/api/portal"

const hoursOfDay = 24
/** A month of the estimate, in days. */
export const daysOfMonth = 30

export interface Estimate {
  readonly creditsPerDay: number
  readonly creditsPerMonth: number
}

/** `windowHours` is the length of the window that the matches come from. */
export const estimateOf = (matches: number, windowHours: number): Estimate => {
  const creditsPerDay = (matches * webhookEventPrice * hoursOfDay) / Math.max(1, windowHours)
  return { creditsPerDay: Math.round(creditsPerDay), creditsPerMonth: Math.round(creditsPerDay * daysOfMonth) }
}

/** To two digits that count, as no estimate is better. */
export const roughly = (credits: number): number => {
  if (credits < 100) return Math.round(credits)
  const unit = 10 ** (Math.floor(Math.log10(credits)) - 1)
  return Math.round(credits / unit) * unit
}

export type Fit = "fits" | "tight" | "exceeds"

/** `tight`: one rule takes more than half of what the plan brings in a month. */
export const fitOf = (creditsPerMonth: number, planCredits: number): Fit => {
  if (creditsPerMonth > planCredits) return "exceeds"
  return creditsPerMonth > planCredits / 2 ? "tight" : "fits"
}
