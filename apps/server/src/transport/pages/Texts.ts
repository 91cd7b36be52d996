/**
 * The texts of the pages around signing in, by language. `{name}` in a text stands for a value; a text with tags is HTML.
 * English is the source; a test compares the others with it.
 */
import { Html, html } from "./Html.ts"
import type { Language } from "./Language.ts"
import en from "./texts/en.json" with { type: "json" }
import ja from "./texts/ja.json" with { type: "json" }
import zhHant from "./texts/zh-Hant.json" with { type: "json" }

export interface Texts extends Omit<typeof en, "refusals"> {
  /** Words for a problem that the request has, by its status. In English, those of the API serve. */
  readonly refusals: Readonly<Record<string, { readonly title: string; readonly detail: string }>>
}

export const textsOf: Readonly<Record<Language, Texts>> = { en, "zh-Hant": zhHant, ja }

type Values = Readonly<Record<string, string | number>>

const placeholder = /\{(\w+)\}/g

/** A text without tags, with its values. */
export const fill = (text: string, values: Values): string =>
  text.replaceAll(placeholder, (_, name: string) => String(values[name] ?? ""))

/** A text with tags. Its values are escaped. */
export const markup = (text: string, values: Values = {}): Html =>
  new Html(text.replaceAll(placeholder, (_, name: string) => html`${values[name]}`.text))
