/** Short names of endpoints. Pure. */

/** The host with its port: what a person types to delete the endpoint. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** The address without its scheme, as lists show it. */
export const shortAddressOf = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/$/, "")
