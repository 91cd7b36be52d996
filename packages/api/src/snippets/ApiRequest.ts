/** A call of the API as a request: what the snippets write down. */

/** What the answer is: JSON, unless it says otherwise. */
type Answer = "json" | "file" | "stream"

export interface OperationShape {
  readonly method: "GET" | "POST" | "DELETE"
  /** With variables as `:name` or `{name}`. */
  readonly path: string
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: "path" | "query" | "body" }>
  readonly answer?: Answer
}

export interface ApiRequest {
  readonly method: OperationShape["method"]
  readonly baseUrl: string
  /** Percent-encoded. */
  readonly path: string
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Readonly<Record<string, unknown>> | undefined
  readonly answer: Answer
}

/** Lists are separated by commas in addresses. */
const asText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(asText).join(",")
    : typeof value === "object" && value !== null
      ? JSON.stringify(value)
      : String(value)

export const requestOf = (
  baseUrl: string,
  { method, path, parameters, answer = "json" }: OperationShape,
  values: Readonly<Record<string, unknown>>
): ApiRequest => {
  const given = parameters.flatMap((parameter) => {
    const value = values[parameter.name]
    return value === undefined ? [] : [{ ...parameter, value }]
  })
  const body = given.filter((parameter) => parameter.in === "body").map(({ name, value }) => [name, value] as const)
  const inPath = new Map(given.flatMap(({ name, value, ...at }) => (at.in === "path" ? [[name, asText(value)]] : [])))
  return {
    method,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    path: path.replaceAll(/:(\w+)|\{(\w+)\}/g, (variable, colon, braces) => {
      const value = inPath.get(colon ?? braces)
      return value === undefined ? variable : encodeURIComponent(value)
    }),
    query: given.flatMap(({ name, value, ...at }) => (at.in === "query" ? [[name, asText(value)] as const] : [])),
    body: body.length === 0 ? undefined : Object.fromEntries(body),
    answer
  }
}

/** A name as the documentation's addresses have it: `searchPosts` is `search-posts`. */
export const kebabCase = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase()

/** The page of an operation in the documentation. */
export const referencePath = (operation: string): string => `/docs/reference/${kebabCase(operation)}`

/** The playground of an operation, below the portal, with these values filled in. */
export const playgroundPath = (operation: string, values: Readonly<Record<string, unknown>> = {}): string => {
  const search = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, asText(value)])).toString()
  return `/playground/${encodeURIComponent(operation)}${search === "" ? "" : `?${search}`}`
}

/** One word of a POSIX shell. A newline is allowed; NUL cannot be passed to a program, and the API takes none. */
export const shellWord = (text: string): string =>
  /^[\w%+./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

// Invisible characters are escaped too: they could make the code look different from what it does.
const invisible = /[\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** A string in double quotes that TypeScript, Python and Go read in the same way. */
export const stringLiteral = (text: string): string => JSON.stringify(text).replaceAll(invisible, escaped)
