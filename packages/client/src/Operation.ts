/** An operation as data, and the request that calls it. */

export interface Operation {
  readonly method: string
  /** With `{name}` for each parameter in it. */
  readonly path: string
  /** `priced` costs credits, `write` changes something; the others only read, for free. */
  readonly kind: "read" | "write" | "priced" | "file" | "stream"
  /** Whether it takes an `Idempotency-Key`, as all that cost or write do. */
  readonly takesKey: boolean
  readonly query: ReadonlyArray<string>
  readonly headers?: ReadonlyArray<string>
  /** Whether all other parameters are the fields of a JSON body. */
  readonly body?: true
}

export interface Target {
  /** The path and the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A URL drops such segments, so the call would become another one. */
const isSegment = (text: string): boolean => !["", ".", ".."].includes(text)

const segmentOf = (name: string, value: unknown): string => {
  const text = value === undefined || value === null ? "" : String(value)
  if (!isSegment(text)) throw new TypeError(`${name} must be the name or id of something, not "${text}".`)
  return encodeURIComponent(text)
}

/** Repeated for each item. A single item with a comma is followed by an empty one, or it would be read as a list. */
const valuesOf = (value: unknown): ReadonlyArray<string> => {
  if (!Array.isArray(value)) return [String(value)]
  const items = value.map(String)
  return items.length === 1 && items.some((item) => item.includes(",")) ? [...items, ""] : items
}

/** Parameters that the operation does not know are sent too: the API names the one that may have been meant. */
export function targetOf({ path, query, headers = [], body }: Operation, parameters: object): Target {
  const left = new Map<string, unknown>(Object.entries(parameters).filter(([, value]) => value !== undefined))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_text, name: string) => {
    const segment = segmentOf(name, left.get(name))
    left.delete(name)
    return segment
  })
  const search = new URLSearchParams()
  const sent: Record<string, string> = {}
  const fields: Record<string, unknown> = {}
  for (const [name, value] of left) {
    if (headers.includes(name)) sent[name] = String(value)
    else if (body && !query.includes(name)) fields[name] = value
    else for (const one of valuesOf(value)) search.append(name, one)
  }
  return {
    path: search.size === 0 ? filled : `${filled}?${search}`,
    headers: body ? { ...sent, "content-type": "application/json" } : sent,
    body: body ? JSON.stringify(fields) : undefined
  }
}
