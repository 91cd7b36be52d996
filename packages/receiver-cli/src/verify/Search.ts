import { createHmac } from "node:crypto"
import type { NamedSecret } from "../SecretSources.ts"
import { bodyVariants } from "./BodyVariants.ts"
import { asFound, type Cause, type Variant } from "./Cause.ts"
import type { LooseHeader } from "./LooseHeader.ts"
import { utf8 } from "./SavedRequest.ts"
import { secretVariants } from "./SecretVariants.ts"

/** About a second of work on one core. */
const maxHashedBytes = 268_435_456
const maxShiftSeconds = 3600
const quarterHourSeconds = 900
/** Time zones reach from -12 h to +14 h. */
const maxZoneQuarters = 14 * 4

export interface Match {
  /** Index in the secrets given. */
  readonly secret: number
  readonly timestamp: string
  readonly body: Uint8Array
  readonly causes: ReadonlyArray<Cause>
}

type Text = (timestamp: string, body: Uint8Array) => ReadonlyArray<Uint8Array>

const formula = (what: string): ReadonlyArray<Cause> => [
  {
    id: "signed_text",
    found: `it was signed over ${what}`,
    todo: "Sign t, a comma, and the raw body. Heddle does; whatever signed this request does not."
  }
]
const texts: ReadonlyArray<Variant<Text>> = [
  asFound<Text>((timestamp, body) => [utf8(`${timestamp},`), body]),
  { value: (timestamp, body) => [utf8(`${timestamp}.`), body], causes: formula("t and body with a dot between them") },
  { value: (timestamp, body) => [utf8(timestamp), body], causes: formula("t and body with nothing between them") },
  { value: (_timestamp, body) => [body], causes: formula("the body alone") }
]

/** Counts what it hashes, so that a large body cannot keep the command busy for ever. */
class Budget {
  #left = maxHashedBytes

  mac(key: Uint8Array, parts: ReadonlyArray<Uint8Array>): string | null {
    if (this.#left < 0) return null
    const hash = createHmac("sha256", key)
    for (const part of parts) {
      this.#left -= part.byteLength
      hash.update(part)
    }
    return hash.digest("hex")
  }
}

// A signature that was cut off still says which bytes were signed.
const agrees = (mac: string | null, { signatures }: LooseHeader) =>
  mac !== null && signatures.some((signature) => mac.startsWith(signature))

/** All combinations of one variant of each, those with the fewest causes first. */
function findVariant(
  header: LooseHeader,
  keys: ReadonlyArray<Variant<{ secret: number; key: Uint8Array }>>,
  bodies: ReadonlyArray<Variant<Uint8Array>>,
  budget: Budget
): Match | null {
  const combinations = keys.flatMap((key) =>
    bodies.flatMap((body) =>
      texts.map((text) => ({ key, body, text, cost: key.causes.length + body.causes.length + text.causes.length }))
    )
  )
  for (const { key, body, text } of combinations.toSorted((left, right) => left.cost - right.cost)) {
    for (const timestamp of header.timestamps) {
      if (!agrees(budget.mac(key.value.key, text.value(timestamp, body.value)), header)) continue
      const causes = [...key.causes, ...text.causes, ...body.causes]
      return { secret: key.value.secret, timestamp, body: body.value, causes }
    }
  }
  return null
}

function* shifts(): Generator<number> {
  for (let quarters = 1; quarters <= maxZoneQuarters; quarters += 1) {
    yield quarters * quarterHourSeconds
    yield -quarters * quarterHourSeconds
  }
  for (let seconds = 1; seconds <= maxShiftSeconds; seconds += 1) {
    yield seconds
    yield -seconds
  }
}

/** Whether another t, near or a time zone away, was signed. */
function findShift(
  header: LooseHeader,
  secrets: ReadonlyArray<NamedSecret>,
  body: Uint8Array,
  budget: Budget
): Match | null {
  const times = header.timestamps.map(Number).filter((time) => Number.isSafeInteger(time) && time > 0)
  for (const [secret, { value }] of secrets.entries()) {
    for (const seconds of shifts()) {
      for (const time of times) {
        const timestamp = String(time + seconds)
        if (!agrees(budget.mac(utf8(value), [utf8(`${timestamp},`), body]), header)) continue
        const found = `t was changed by ${-seconds} s after signing`
        return {
          secret,
          timestamp,
          body,
          causes: [{ id: "timestamp_changed", found, todo: "Pass t on as it is written in the header." }]
        }
      }
    }
  }
  return null
}

/** The nearest way in which this signature fits this request, or null. */
export function findMatch(header: LooseHeader, secrets: ReadonlyArray<NamedSecret>, body: Uint8Array): Match | null {
  const budget = new Budget()
  const keys = secrets.flatMap(({ value }, secret) =>
    secretVariants(value).map(({ value: key, causes }) => ({ value: { secret, key }, causes }))
  )
  return findVariant(header, keys, bodyVariants(body), budget) ?? findShift(header, secrets, body, budget)
}
