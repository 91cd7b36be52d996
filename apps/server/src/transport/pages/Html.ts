/** HTML from templates: every value is escaped unless it is HTML itself. Attribute values must stand in double quotes. */

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type HtmlValue = Html | string | number | false | null | undefined | ReadonlyArray<HtmlValue>

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const rendered = (value: HtmlValue): string => {
  if (value instanceof Html) return value.text
  if (value === false || value === null || value === undefined) return ""
  if (typeof value === "string") return value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "")
  return typeof value === "number" ? String(value) : value.map(rendered).join("")
}

export const html = (parts: TemplateStringsArray, ...values: ReadonlyArray<HtmlValue>): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(rendered)))
