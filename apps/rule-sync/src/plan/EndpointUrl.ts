/** The identity of an endpoint: its URL without the differences that make no difference. */

/** Null when the text is no URL. Scheme and host in lower case, no default port, no fragment. */
export const normalizeUrl = (text: string): string | null => {
  const url = URL.parse(text)
  if (url === null) return null
  url.hash = ""
  return url.href
}
