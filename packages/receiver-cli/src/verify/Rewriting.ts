import { isRecord } from "../Text.ts"
import { sampleEvent } from "@heddle/receiver/testing"

type Write = (value: unknown) => string

const sample = sampleEvent()
/** The order in which the service writes the fields of each object of an event. */
const fieldOrder = new Map<string, ReadonlyArray<string>>([
  ["", Object.keys(sample)],
  ...Object.entries(sample).map(([name, object]) => [name, Object.keys(object)] as const)
])

function reorder(object: Readonly<Record<string, unknown>>, order: ReadonlyArray<string>) {
  const known = order.filter((name) => Object.hasOwn(object, name))
  const names = [...known, ...Object.keys(object).filter((name) => !known.includes(name))]
  return Object.fromEntries(names.map((name) => [name, object[name]]))
}

/** As the service itself would write this event; fields that it does not know come last. */
export const asWritten: Write = (value) => {
  if (!isRecord(value)) return JSON.stringify(value)
  const inner = Object.entries(value).map(([name, part]) => {
    const order = fieldOrder.get(name)
    return [name, order !== undefined && isRecord(part) ? reorder(part, order) : part] as const
  })
  return JSON.stringify(reorder(Object.fromEntries(inner), fieldOrder.get("") ?? []))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sorted(value[name])])
  )
}

const escaped = (json: string, pattern: RegExp) =>
  json.replace(pattern, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** `", "` and `": "` between tokens, never inside strings. */
const spaced = (json: string) =>
  json.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) => (token.length === 1 ? `${token} ` : token))

const compact: Write = (value) => JSON.stringify(value)

/** How common tools write JSON; what they are called in a message. */
export const writers: ReadonlyArray<readonly [string, Write]> = [
  ["as Heddle writes it", asWritten],
  ["compact, as by JSON.stringify", compact],
  ["indented by 2 spaces", (value) => JSON.stringify(value, null, 2)],
  ["indented by 4 spaces", (value) => JSON.stringify(value, null, 4)],
  ["indented by tabs", (value) => JSON.stringify(value, null, "\t")],
  ["with sorted keys", (value) => compact(sorted(value))],
  ["with a space after each comma and colon", (value) => spaced(compact(value))],
  ["as by Python's json.dumps", (value) => escaped(spaced(compact(value)), /[\u0080-\uffff]/g)],
  [
    "with sorted keys, as by Python's json.dumps",
    (value) => escaped(spaced(compact(sorted(value))), /[\u0080-\uffff]/g)
  ],
  ["with escaped Unicode", (value) => escaped(compact(value), /[\u0080-\uffff]/g)],
  [
    "with escaped slashes and Unicode, as by PHP's json_encode",
    (value) => escaped(compact(value), /[\u0080-\uffff]/g).replace(/\//g, "\\/")
  ],
  ["with escaped slashes", (value) => compact(value).replace(/\//g, "\\/")],
  ["with <, > and & escaped, as by Go's encoding/json", (value) => escaped(compact(value), /[<>&\u2028\u2029]/g)]
]

const outsideStrings = (json: string) => json.replace(/"(?:[^"\\]|\\.)*"/g, '""')

/** What one can see of a rewriting, without quoting any of it. */
export function describeRewriting(from: string, to: string): string {
  const parts = [
    /\s/.test(outsideStrings(from)) === /\s/.test(outsideStrings(to)) ? [] : ["white space between its parts"],
    /\\u[0-9a-f]{4}/i.test(from) === /\\u[0-9a-f]{4}/i.test(to) ? [] : ["\\u escapes"],
    from.includes("\\/") === to.includes("\\/") ? [] : ["escaped slashes"],
    /\d(?:\.\d|e)/i.test(outsideStrings(from)) === /\d(?:\.\d|e)/i.test(outsideStrings(to))
      ? []
      : ["the form of numbers"],
    compact(JSON.parse(from)) === compact(JSON.parse(to)) ? [] : ["the order of keys"]
  ].flat()
  return parts.length === 0 ? "details of its form" : parts.join(", ")
}
