/** A text that is not shown yet: what pure functions answer. Dates among its values are shown as times. */
import { RichText, type Values } from "./Text.tsx"
import type { TextId } from "./TextId.ts"
import { Time } from "./Time.tsx"

export interface Phrase {
  readonly id: TextId
  readonly values?: Values
}

export const phrase = (id: TextId, values?: Values): Phrase => (values === undefined ? { id } : { id, values })

export const Words = ({ phrase }: { readonly phrase: Phrase }) => {
  const values = Object.fromEntries(
    Object.entries(phrase.values ?? {}).map(([name, value]) => [
      name,
      value instanceof Date ? <Time key={name} at={value.toISOString()} /> : value
    ])
  )
  return <RichText id={phrase.id} values={values} />
}
