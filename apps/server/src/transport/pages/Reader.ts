/** Who reads a page: in which language, and at which address they can read it in another. */
import type { HttpServerRequest } from "effect/http"
import { type Language, languageCookieName, languageFor } from "./Language.ts"
import { safeReturnTo } from "./ReturnTo.ts"
import { type Texts, textsOf } from "./Texts.ts"

export interface Reader {
  readonly language: Language
  readonly texts: Texts
  /** The path of the page, with its query. After a form, that of the page with the form. */
  readonly here: string
}

/** Pages that a link in a mail opens: their forms send its token along, without which they cannot be shown again. */
const linkedPages: ReadonlySet<string> = new Set(["/verify-email", "/reset-password", "/change-email"])

const hereOf = (url: string, form: URLSearchParams): string => {
  const [path = "/", ...queries] = url.split("?")
  const query = new URLSearchParams(queries.join("?"))
  const token = form.get("token")
  if (token !== null && linkedPages.has(path)) query.set("token", token)
  const returnTo = safeReturnTo(form.get("return_to") ?? query.get("return_to"))
  query.delete("return_to")
  if (returnTo !== undefined) query.set("return_to", returnTo)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

export const readerOf = (
  { cookies, headers, url }: HttpServerRequest.HttpServerRequest,
  form = new URLSearchParams()
): Reader => {
  const language = languageFor({ chosen: cookies[languageCookieName], acceptLanguage: headers["accept-language"] })
  return { language, texts: textsOf[language], here: hereOf(url, form) }
}
