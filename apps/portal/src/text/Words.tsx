/** A phrase as text; its dates become times in the reader's zone. */
import { Fragment } from "react"
import type { Phrase } from "./Phrase.ts"
import { RichText } from "./Text.tsx"
import { Time } from "./Time.tsx"

export const Words = ({ phrase }: { readonly phrase: Phrase }) => {
  const values = Object.fromEntries(
    Object.entries(phrase.values ?? {}).map(([name, value]) => [
      name,
      value instanceof Date ? <Time key={name} at={value.toISOString()} /> : value
    ])
  )
  return <RichText id={phrase.id} values={values} />
}

/** One after the other, as a paragraph has them. */
export const Sentences = ({ phrases }: { readonly phrases: ReadonlyArray<Phrase> }) =>
  phrases.map((phrase) => (
    <Fragment key={phrase.id}>
      <Words phrase={phrase} />{" "}
    </Fragment>
  ))
