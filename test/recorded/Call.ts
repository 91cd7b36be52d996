/** How the recorded calls are written: requests with placeholders where values differ from run to run. */
import type { Request } from "./Exchange.ts"

/** Whose API key a call uses. */
export type Caller =
  | "standard"
  | "lite"
  | "planless"
  | "poor"
  | "budgeted"
  | "hooks"
  | "events"
  | "rotated"
  | "deleted"
  | "second"
  | "limited"

export interface Group {
  /** Also the name of the file with its answers. */
  readonly name: string
  readonly calls: ReadonlyArray<Request | string>
}

export interface Options {
  readonly as?: Caller | null
  readonly headers?: Readonly<Record<string, string>>
}

const authorization = (as: Caller | null): Record<string, string> =>
  as === null ? {} : { authorization: `Bearer <key:${as}>` }

export const get = (path: string, { as = "standard", headers = {} }: Options = {}): Request => ({
  method: "GET",
  path,
  headers: { ...authorization(as), ...headers }
})

export const send = (
  method: string,
  path: string,
  body: string | object | null,
  { as = "hooks", headers = {} }: Options = {}
): Request => ({
  method,
  path,
  headers: { ...authorization(as), ...(body === null ? {} : { "content-type": "application/json" }), ...headers },
  ...(body === null ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
})

/** A path with its query, percent-encoded. */
export const query = (path: string, parameters: Readonly<Record<string, string | number | boolean>>): string =>
  `${path}?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%3C", "<").replaceAll("%3E", ">")}`)
    .join("&")}`

/** The same call with each of these parameters. */
export const each = (
  path: string,
  all: ReadonlyArray<Readonly<Record<string, string | number | boolean>>>,
  options?: Options
): ReadonlyArray<Request> => all.map((parameters) => get(query(path, parameters), options))
