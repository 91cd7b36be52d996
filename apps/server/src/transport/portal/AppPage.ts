/** The page of the browser's program: what the server writes on it, and its headers. */
import { HttpServerResponse } from "effect/http"
import { languageFor } from "../pages/Language.ts"
import { pageHeaders } from "../pages/Page.ts"

/** Nothing but our own files, and no text that becomes a script. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'"
].join("; ")

const themes: ReadonlySet<string> = new Set(["light", "dark", "system"])

export interface Chosen {
  readonly language: string | undefined
  readonly theme: string | undefined
  readonly acceptLanguage: string | undefined
}

/** On `<html>`, so that the first paint has the right fonts and colours without a script in the page. */
export const chosenAttributes = ({ language, theme, acceptLanguage }: Chosen) => ({
  lang: languageFor({ chosen: language, acceptLanguage }),
  theme: theme !== undefined && themes.has(theme) ? theme : "system"
})

export const appPage = (built: string, chosen: Chosen): HttpServerResponse.HttpServerResponse => {
  const { lang, theme } = chosenAttributes(chosen)
  return HttpServerResponse.text(built.replace(/<html[^>]*>/, `<html lang="${lang}" data-theme="${theme}">`), {
    contentType: pageHeaders["content-type"],
    headers: { ...pageHeaders, "content-security-policy": contentSecurityPolicy }
  })
}
