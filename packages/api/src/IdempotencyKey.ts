/** `Idempotency-Key` (IETF draft): repeating a call with the same key replays its answer instead of running it again. */
import { Schema, SchemaGetter } from "effect"

const message =
  'must be 1 to 255 visible ASCII characters, bare or as a quoted string, such as "8e03978e-40d5-43dd-bc93-6894a57f9324"'

/** A string of RFC 9651, with the escapes `\"` and `\\`, or an unquoted string that contains no quotes. */
const form = /^(?:"((?:[!#-[\]-~]|\\["\\])+)"|([!#-[\]-~]+))$/

const unquoted = (text: string): string => {
  const [, quoted, bare = ""] = form.exec(text) ?? []
  return quoted === undefined ? bare : quoted.replaceAll(/\\(["\\])/g, "$1")
}

const isKey = (text: string): boolean => {
  const { length } = unquoted(text)
  return length >= 1 && length <= 255
}

export const IdempotencyKey = Schema.String.check(
  Schema.makeFilter((text: string) => (isKey(text) ? undefined : message))
).pipe(
  Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.transform(unquoted),
    encode: SchemaGetter.transform((key: string) => `"${key.replaceAll(/["\\]/g, String.raw`\$&`)}"`)
  })
)

/** Headers of every operation that writes or has a price. */
export const retryHeaders = {
  "idempotency-key": Schema.optionalKey(IdempotencyKey).annotate({
    description:
      "A unique value of your choice for this call; recommended. If you repeat the same request with the same key within 24 hours, you get the first response again, and nothing runs or is charged again. Without a key, repeating a call after a lost response can be charged twice."
  })
}

/** The headers as handlers see them. */
export interface WithIdempotencyKey {
  readonly headers: { readonly "idempotency-key"?: string | undefined }
}
