/**
 * The one rule for addresses that people sign in with and that the server writes to. It takes what all parts take that an
 * address passes: better-auth, mail servers, payment providers. Domains with other letters work in their ASCII form,
 * which browsers send by themselves.
 */
import { Schema, SchemaTransformation } from "effect"

/** As long as an address can be (RFC 5321). */
export const maxEmailLength = 254
const maxLocalLength = 64

const word = "[A-Za-z0-9_'+-]+"
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
const pattern = new RegExp(String.raw`^${word}(?:\.${word})*(?<!')@(?:${label}\.)+[A-Za-z]{2,63}$`)

const isRight = (text: string): boolean =>
  text.length <= maxEmailLength && text.indexOf("@") <= maxLocalLength && pattern.test(text)

/** Spaces around it are taken away. */
export const EmailAddress = Schema.String.pipe(Schema.decode(SchemaTransformation.trim())).check(
  Schema.makeFilter((text: string) => (isRight(text) ? undefined : "must be an email address such as name@example.com"))
)

export const isEmailAddress = (text: string): boolean => isRight(text.trim())

/** An address as it is stored and compared. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()
