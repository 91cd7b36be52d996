/** The families of operations in the reader's language. */
import type { Translate } from "../../text/Text.tsx"

const families = ["account", "posts", "authors", "live", "leaderboards", "statistics"] as const

/** A family of a newer server keeps its own name. */
export const familyTitle = (t: Translate, family: string): string => {
  const known = families.find((name) => name === family)
  return known === undefined ? family : t(`playground.family.${known}`)
}
