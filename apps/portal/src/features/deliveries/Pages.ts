/** The way back through pages of the log. A cursor leads forward only, so this tab remembers where each came from. */

const before = new Map<string, string | undefined>()

export const rememberPage = (cursor: string | undefined, next: string): void => {
  before.set(next, cursor)
}

/** The cursor of the page before; undefined is the first page, also when it is not known. */
export const pageBefore = (cursor: string): string | undefined => before.get(cursor)
