/** What the form of a key says, as the server takes it. */
import type { PortalKey } from "@heddle/api/portal"
import { fieldOf } from "../../ui/Form.tsx"

const text = (data: FormData, name: string): string => fieldOf(data, name).trim()

/** A key lives until the end of the chosen UTC day. */
export const endOfDay = (day: string): string | null => (day === "" ? null : `${day}T23:59:59Z`)

/** The chosen day of a key, for the form. */
export const expiryDay = ({ expiresAt }: Pick<PortalKey, "expiresAt">): string => expiresAt?.slice(0, 10) ?? ""

/** A number that is not one is left to the server, which says what is wrong with it. */
const limit = (digits: string): number | null => (digits === "" ? null : Number(digits))

export const newKey = (data: FormData) => {
  const expiresAt = endOfDay(text(data, "expiresAt"))
  const creditLimit = limit(text(data, "creditLimit"))
  return {
    name: text(data, "name"),
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(creditLimit === null ? {} : { creditLimit })
  }
}

/** Only what was changed, so that an expiry with another time of day stays as it is. */
export const changedKey = (data: FormData, before: PortalKey) => {
  const name = text(data, "name")
  const day = text(data, "expiresAt")
  const creditLimit = limit(text(data, "creditLimit"))
  return {
    keyId: before.id,
    ...(name === before.name ? {} : { name }),
    ...(day === expiryDay(before) ? {} : { expiresAt: endOfDay(day) }),
    ...(creditLimit === before.creditLimit ? {} : { creditLimit })
  }
}
