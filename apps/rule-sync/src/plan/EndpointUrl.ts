/**
 * Endpoints are the same when their normalized URLs are: scheme and host in lower case, no default port, no fragment.
 * Null when the text is not a URL.
 */
export const normalizeUrl = (text: string): string | null => {
  const url = URL.parse(text)
  if (url === null) return null
  url.hash = ""
  return url.href
}
