/** What a request without an API key had instead, so that the answer can say what to change. It never repeats a secret. Pure. */
const wanted = "Send an API key in the header `Authorization: Bearer <API_KEY>`."

/** Names under which other services take a key. */
const keyHeaders = ["X-API-Key", "X-Api-Token", "Api-Key", "X-Auth-Token"] as const
const keyParameters: ReadonlySet<string> = new Set(["api_key", "apikey", "key", "token", "access_token", "api-key"])

const seenInAuthorization = (authorization: string): string => {
  const [scheme = "", ...rest] = authorization.trim().split(/\s+/)
  if (scheme.toLowerCase() === "bearer") return "The header `Authorization` has no key after the word Bearer."
  if (scheme.startsWith("hdl_")) return "The header `Authorization` has a key without the word Bearer before it."
  return scheme.toLowerCase() === "basic" && rest.length > 0
    ? "The header `Authorization` has the scheme Basic, which Heddle does not use."
    : "The header `Authorization` does not begin with the word Bearer."
}

/** The name of a key or token in an address, where logs and histories keep it. */
export const keyInAddress = (url: string): string | undefined =>
  [...new URLSearchParams(url.split("?").slice(1).join("?")).keys()].find((name) =>
    keyParameters.has(name.toLowerCase())
  )

const seen = (headers: Readonly<Record<string, string | undefined>>, url: string): string | undefined => {
  const authorization = headers["authorization"]
  if (authorization !== undefined) return seenInAuthorization(authorization)
  const header = keyHeaders.find((name) => headers[name.toLowerCase()] !== undefined)
  if (header !== undefined) return `The header \`${header}\` is not read.`
  const parameter = keyInAddress(url)
  return parameter === undefined ? undefined : `A key in the query (\`${parameter}\`) is not read; logs could show it.`
}

export const missingKeyText = (headers: Readonly<Record<string, string | undefined>>, url: string): string => {
  const found = seen(headers, url)
  return found === undefined ? wanted : `${found} ${wanted}`
}
