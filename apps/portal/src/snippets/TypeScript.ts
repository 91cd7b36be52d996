/** A call in TypeScript, for any runtime with `fetch`. Without a key it reads `HEDDLE_API_KEY`. */
import type { ApiRequest } from "./ApiRequest.ts"
import { stringLiteral } from "./Quote.ts"

const authorization = (key: string | undefined): string =>
  key === undefined ? "`Bearer ${process.env.HEDDLE_API_KEY}`" : stringLiteral(`Bearer ${key}`)

export const typeScript = ({ method, baseUrl, path, query, body }: ApiRequest, key?: string): string => {
  const parameters = query.map(([name, value]) => `  ${name}: ${stringLiteral(value)}`)
  const json = body === undefined ? [] : ['"Content-Type": "application/json"']
  return [
    `const url = new URL(${stringLiteral(baseUrl + path)})`,
    ...(parameters.length === 0 ? [] : ["url.search = new URLSearchParams({", parameters.join(",\n"), "}).toString()"]),
    "",
    "const response = await fetch(url, {",
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    `  headers: { ${[`Authorization: ${authorization(key)}`, ...json].join(", ")} }${body === undefined ? "" : ","}`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body)})`]),
    "})",
    "if (!response.ok) throw new Error(await response.text())",
    "console.log(await response.json())"
  ].join("\n")
}

/** JSON is TypeScript, once its strings are. */
const literal = (value: unknown): string => {
  if (typeof value === "string") return stringLiteral(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([name, item]) => `${stringLiteral(name)}: ${literal(item)}`)
    .join(", ")} }`
}
