/** What to say about an author who was not found because pages show names with `@`, and the API takes them without. */

/** Of an author that the caller named with `@`. */
export const namedWithoutSign = (username: string): string =>
  `No author is called \`${username}\`: authors are named without \`@\`, so try \`${username.slice(1)}\`.`

/** A notice for each of these authors who is named with `@`. */
export const namesWithSign = (notFound: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(new Set(notFound.filter((username) => username.startsWith("@"))), namedWithoutSign)
