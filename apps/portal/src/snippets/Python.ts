/** A call in Python 3, with its standard library alone. Without a key it reads `HEDDLE_API_KEY`. */
import type { ApiRequest } from "./ApiRequest.ts"
import { stringLiteral } from "./Quote.ts"

const authorization = (key: string | undefined): string =>
  key === undefined ? '"Bearer " + os.environ["HEDDLE_API_KEY"]' : stringLiteral(`Bearer ${key}`)

export const python = ({ method, baseUrl, path, query, body }: ApiRequest, key?: string): string => {
  const modules = ["json", ...(key === undefined ? ["os"] : []), ...(query.length > 0 ? ["urllib.parse"] : [])]
  const url = stringLiteral(baseUrl + path)
  const json = body === undefined ? [] : ['"Content-Type": "application/json"']
  return [
    ...[...modules, "urllib.request"].map((module) => `import ${module}`),
    "",
    ...(query.length === 0
      ? [`url = ${url}`]
      : [
          "query = urllib.parse.urlencode({",
          ...query.map(([name, value]) => `    ${stringLiteral(name)}: ${stringLiteral(value)},`),
          "})",
          `url = ${url} + "?" + query`
        ]),
    "request = urllib.request.Request(",
    "    url,",
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    `    headers={${[`"Authorization": ${authorization(key)}`, ...json].join(", ")}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body)}).encode(),`]),
    ")",
    "with urllib.request.urlopen(request) as response:",
    "    print(json.load(response))"
  ].join("\n")
}

const literal = (value: unknown): string => {
  if (typeof value === "string") return stringLiteral(value)
  if (value === null || value === undefined) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`
  if (typeof value !== "object") return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, item]) => `${stringLiteral(name)}: ${literal(item)}`)
    .join(", ")}}`
}
