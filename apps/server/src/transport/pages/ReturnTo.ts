/** Where to go after signing in: a path of this service and nothing else, whatever the parameter `return_to` says. */

const maxLength = 4_000
const here = "http://here.invalid"

/** The path with its query; undefined for anything that a browser could read as another place. */
export const safeReturnTo = (text: string | null | undefined): string | undefined => {
  if (typeof text !== "string" || text.length > maxLength) return undefined
  // Browsers take a backslash for a slash, and leave out control characters.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes("\\")) return undefined
  const url = URL.parse(text, here)
  if (url === null || url.origin !== here) return undefined
  const path = `${url.pathname}${url.search}${url.hash}`
  return path.startsWith("//") ? undefined : path
}

/** A path with the parameter, if there is one. */
export const withReturnTo = (path: string, returnTo: string | undefined): string =>
  returnTo === undefined ? path : `${path}?${new URLSearchParams({ return_to: returnTo }).toString()}`

/** Where a person goes who has just signed in. */
export const signedInTo = (returnTo: string | undefined): string => returnTo ?? "/portal"
