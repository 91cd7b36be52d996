/** Invalid input in the words of every transport: which field, what is wrong with it, which known name it resembles. */
import { invalidParameter } from "@heddle/api"
import { closest, distance } from "fastest-levenshtein"
import { synonymOf } from "./Synonyms.ts"

/** The Levenshtein distance up to which a suggestion is helpful. */
const maxDistance = 3
/** Input full of unknown fields must not produce an answer many times its size. */
const maxListed = 20
const maxNameLength = 100

export interface Fault {
  readonly path: string
  readonly message: string
}

const shorten = (name: string): string => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name)

export const invalidParameterOf = (faults: ReadonlyArray<Fault>) => {
  const listed = faults.slice(0, maxListed).map(({ path, message }) => ({ path: shorten(path), message }))
  const more = faults.length - listed.length
  return invalidParameter(...listed, ...(more > 0 ? [{ path: "", message: `and ${more} more errors like these` }] : []))
}

/** What is wrong with an unknown name, with the known one that is most similar or means the same. */
export const suggestName = (name: string, known: ReadonlyArray<string>): string => {
  if (known.length === 0) return "is unknown; there are no parameters"
  const nearest = closest(shorten(name), [...known])
  const apart = distance(shorten(name), nearest)
  const isTypo = apart <= maxDistance && apart < Math.max(name.length, nearest.length)
  // `size` differs from `since` by three letters, but it means `limit`.
  const meant = (apart > 1 ? synonymOf(name, known) : undefined) ?? (isTypo ? nearest : undefined)
  return meant === undefined ? `is unknown; use one of ${known.join(", ")}` : `is unknown; did you mean \`${meant}\`?`
}
