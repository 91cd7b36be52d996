/** The texts of the pages around signing in, as tests compare them. */

const plain = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

/** Every text of a table by its name, as it stands there. */
export const rawTextsIn = (table: object, prefix = ""): ReadonlyArray<readonly [name: string, text: string]> =>
  Object.entries(table).flatMap(([key, value]): ReadonlyArray<readonly [string, string]> =>
    typeof value === "string" ? [[prefix + key, value]] : rawTextsIn(value, `${prefix}${key}.`)
  )

/** As a person reads them, but for those into which a value is inserted. */
export const textsIn = (table: object): ReadonlyArray<readonly [name: string, text: string]> =>
  rawTextsIn(table).flatMap(([name, text]) => (text.includes("{") ? [] : [[name, plain(text)] as const]))

/** What a person reads on a page, without the names of the languages. */
export const visibleText = (page: string): string =>
  plain(page.replace(/^.*<body>/s, "").replace(/<nav class="languages".*?<\/nav>/s, ""))
