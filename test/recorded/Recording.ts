/** A recorded group: one line of JSON for each call with its answer, so that a diff shows what changed. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { Group } from "./Call.ts"
import { exchange, exchangeBytes, type Response } from "./Exchange.ts"
import { arrivedLine } from "./Receiver.ts"
import type { World } from "./World.ts"

/** Headers that nearly every answer has; a line names only those that are missing or differ. */
const usual: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "X-Request-Id,X-Credits-Consumed,X-Credits-Remaining,X-Next-Cursor,X-Notices,X-Service-Version,Retry-After,RateLimit,RateLimit-Policy,Idempotent-Replayed,Content-Disposition",
  "cache-control": "no-store",
  "content-length": "<length>",
  "ratelimit-policy": '"default";q=5000;w=60',
  vary: "Accept-Encoding",
  "x-content-type-options": "nosniff",
  "x-service-version": "<version>"
}

const shownHeaders = (headers: Response["headers"]): Record<string, string | null> => {
  const all: Record<string, string> = { ...headers }
  const version = all["x-service-version"]
  if (version !== undefined && /^\d+\.\d+\.\d+$/.test(version)) all["x-service-version"] = "<version>"
  const missing = Object.keys(usual).filter((name) => all[name] === undefined)
  return {
    ...Object.fromEntries(missing.map((name) => [name, null])),
    ...Object.fromEntries(Object.entries(all).filter(([name, value]) => usual[name] !== value))
  }
}

const bytesLine = (bytes: string, answer: string) =>
  JSON.stringify({
    bytes,
    answer: answer
      // The date of an answer that Node makes does not come from our clock.
      .replace(/\r\nDate: [^\r]*/i, "")
      .replace(/(?<=\r\nx-service-version: )\d+\.\d+\.\d+/i, "<version>")
  })

const lineOf = async ({ server, placeholders }: World, call: Group["calls"][number]): Promise<string> => {
  const { hide, fill } = placeholders
  const { baseUrl } = server()
  if (typeof call === "string") return bytesLine(call, hide(await exchangeBytes(baseUrl, call)))
  const { method, path, headers, body } = call
  const response = await exchange(baseUrl, {
    method,
    path: fill(path),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
    ...(body === undefined ? {} : { body: fill(body) })
  })
  return JSON.stringify({
    call: `${method} ${path}`,
    with: headers,
    ...(body === undefined ? {} : { sends: body }),
    status: response.status,
    headers: Object.fromEntries(
      Object.entries(shownHeaders(response.headers)).map(([name, value]) => [name, value === null ? null : hide(value)])
    ),
    body: hide(response.body)
  })
}

/** All calls of a group in order, and what they made a receiver get. */
export const linesOf = async (world: World, { name, calls }: Group): Promise<ReadonlyArray<string>> => {
  world.placeholders.begin(name)
  const lines: Array<string> = []
  let heard = world.receiver.arrived.length
  for (const call of calls) {
    lines.push(await lineOf(world, call))
    const arrived = world.receiver.arrived.slice(heard)
    heard += arrived.length
    lines.push(...arrived.map((one) => arrivedLine(one, world.placeholders.valuesOf("secret"))))
  }
  return lines
}

const fileOf = (name: string) => new URL(`answers/${name}.ndjson`, import.meta.url)

/** Those recorded; `undefined` before the first recording. */
export const recorded = (name: string): ReadonlyArray<string> | undefined =>
  existsSync(fileOf(name)) ? readFileSync(fileOf(name), "utf8").trimEnd().split("\n") : undefined

export const record = (name: string, lines: ReadonlyArray<string>): void =>
  writeFileSync(fileOf(name), `${lines.join("\n")}\n`)

const shownDifferences = 3

/** What differs, line by line; empty when nothing does. */
export const differences = (expected: ReadonlyArray<string>, actual: ReadonlyArray<string>): string => {
  const differing = Array.from({ length: Math.max(expected.length, actual.length) }, (_, at) => at).filter(
    (at) => expected[at] !== actual[at]
  )
  const shown = differing
    .slice(0, shownDifferences)
    .map((at) => `line ${at + 1}\n  recorded: ${expected[at]}\n  now:      ${actual[at]}`)
  return differing.length === 0 ? "" : `${differing.length} of ${expected.length} lines differ\n${shown.join("\n")}`
}
