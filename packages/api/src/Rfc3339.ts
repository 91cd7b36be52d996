/** Times in webhook management and in the operator's calls: RFC 3339, always with an offset. */
import { Schema, SchemaGetter } from "effect"

const form = /^(\d{4}-\d{2}-(\d{2}))T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i

/** Rejects dates such as 30 February, which JavaScript reads as 2 March. */
const isTime = (text: string): boolean => {
  const [, date = "", day = ""] = form.exec(text) ?? []
  return new Date(date).getUTCDate() === Number(day) && !Number.isNaN(Date.parse(text))
}

/** The time as text. */
export const Rfc3339Text = Schema.String.check(
  Schema.makeFilter((text) =>
    isTime(text) ? undefined : "must be an RFC 3339 time with an offset, such as 2027-01-31T00:00:00Z"
  )
)

export const Rfc3339 = Rfc3339Text.pipe(
  Schema.decodeTo(Schema.Date, {
    decode: SchemaGetter.transform((text: string) => new Date(text)),
    encode: SchemaGetter.transform((date: Date) => date.toISOString())
  })
)
