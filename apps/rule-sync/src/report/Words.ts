/** Text helpers of the reports. */
import { canonicalUrl } from "@heddle/api/webhooks"
import { Result } from "effect"

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** A canonical URL contains no control characters. */
export const urlText = (url: string): string => Result.getOrElse(canonicalUrl(url, true), () => JSON.stringify(url))
