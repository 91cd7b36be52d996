/** The texts of the pages around signing in, as tests compare them. */
import { Html } from "../../src/transport/pages/Html.ts"

const plain = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

/** Every text of a table by its name, but for those into which a value is inserted. */
export const textsIn = (table: object, prefix = ""): ReadonlyArray<readonly [name: string, text: string]> =>
  Object.entries(table).flatMap(([key, value]): ReadonlyArray<readonly [string, string]> => {
    const name = `${prefix}${key}`
    if (typeof value === "string") return [[name, value]]
    if (value instanceof Html) return [[name, plain(value.text)]]
    return typeof value === "object" && value !== null ? textsIn(value, `${name}.`) : []
  })

/** What a person reads on a page, without the names of the languages. */
export const visibleText = (page: string): string =>
  plain(page.replace(/^.*<body>/s, "").replace(/<nav class="languages".*?<\/nav>/s, ""))
