/** Links by which a person chooses the language before signing in, on every page of this kind. */
import { html, type Html } from "./Html.ts"
import { languages } from "./Language.ts"
import type { Reader } from "./Reader.ts"
import { withReturnTo } from "./ReturnTo.ts"

/** Followed by the code of a language: the route that remembers it. */
export const languagePath = "/language"

export const languageLinks = ({ language, texts, here }: Reader): Html =>
  html`<nav class="languages" aria-label="${texts.languageChoice}">
    ${Object.entries(languages).map(
      ([code, name]) =>
        html`<a
          href="${withReturnTo(`${languagePath}/${code}`, here)}"
          lang="${code}"
          hreflang="${code}"
          ${code === language && html` aria-current="true"`}
          >${name}</a
        >`
    )}
  </nav>`
