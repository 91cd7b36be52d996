/** Text as a literal of each language, so that what somebody typed can never become code. */

/** One word of a POSIX shell. A newline is allowed; NUL cannot be passed to a program, and the API takes none. */
export const shellWord = (text: string): string =>
  /^[\w%+./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

// Invisible characters are escaped too: they could make the code look different from what it does.
const invisible = /[\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** A string in double quotes that TypeScript, Python and Go read in the same way. */
export const stringLiteral = (text: string): string => JSON.stringify(text).replaceAll(invisible, escaped)
