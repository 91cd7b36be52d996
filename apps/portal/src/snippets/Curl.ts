/** A call as a command of a POSIX shell. Without a key it reads `HEDDLE_API_KEY`. */
import type { ApiRequest } from "./ApiRequest.ts"
import { shellWord } from "./Quote.ts"

const authorization = (key: string | undefined): string =>
  key === undefined ? '"Authorization: Bearer $HEDDLE_API_KEY"' : shellWord(`Authorization: Bearer ${key}`)

export const curl = ({ method, baseUrl, path, query, body }: ApiRequest, key?: string): string => {
  const options = [
    ...(query.length > 0 ? ["-G"] : []),
    ...(method === "GET" || (method === "POST" && body !== undefined) ? [] : [`-X ${method}`]),
    `-H ${authorization(key)}`,
    ...query.map(([name, value]) => `--data-urlencode ${shellWord(`${name}=${value}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(body))}`])
  ]
  return [`curl ${shellWord(baseUrl + path)}`, ...options].join(" \\\n  ")
}
