/** Text helpers of the reports. */
import { normalizeUrl } from "../plan/EndpointUrl.ts"

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** A normalized URL contains no control characters. */
export const urlText = (url: string): string => normalizeUrl(url) ?? JSON.stringify(url)
