/** Small words of the reports. */
import { normalizeUrl } from "../plan/EndpointUrl.ts"

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** The normalised form has no characters that a terminal would act on. */
export const urlText = (url: string): string => normalizeUrl(url) ?? JSON.stringify(url)
