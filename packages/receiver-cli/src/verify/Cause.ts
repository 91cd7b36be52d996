/** What was done to a request between its signing and its check. The ids are listed in README.md and stay. */
export interface Cause {
  readonly id: string
  readonly found: string
  readonly todo: string
}

/** One possible original of something, and how it differs from what was found. */
export interface Variant<A> {
  readonly value: A
  readonly causes: ReadonlyArray<Cause>
}

export const asFound = <A>(value: A): Variant<A> => ({ value, causes: [] })

/** Two ways to the same value: the one with fewer causes is kept. */
export function distinct<A>(variants: Iterable<Variant<A>>, keyOf: (value: A) => string): ReadonlyArray<Variant<A>> {
  const byKey = new Map<string, Variant<A>>()
  for (const variant of variants) {
    const key = keyOf(variant.value)
    const known = byKey.get(key)
    if (known === undefined || variant.causes.length < known.causes.length) byKey.set(key, variant)
  }
  return Array.from(byKey.values())
}
