/** The page of the browser's program: what the server writes on it, and its headers. */
import { HttpServerResponse } from "effect/http"
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

const languages = ["en", "zh-Hant", "ja"] as const
type Language = (typeof languages)[number]
const themes: ReadonlySet<string> = new Set(["light", "dark", "system"])

const isLanguage = (text: string | undefined): text is Language => languages.some((language) => language === text)

/** Whoever reads one Chinese script rather reads the other than English. */
const languageOf = (tag: string): Language | undefined => {
  const [primary] = tag.trim().toLowerCase().split("-")
  if (primary === "zh" || primary === "yue") return "zh-Hant"
  return languages.find((language) => language === primary)
}

/** Browsers send the languages in the order in which their user prefers them. */
const preferred = (acceptLanguage: string | undefined): Language =>
  (acceptLanguage ?? "")
    .split(",")
    .map((range) => languageOf(range.split(";", 1)[0] ?? ""))
    .find((language) => language !== undefined) ?? "en"

export interface Chosen {
  readonly language: string | undefined
  readonly theme: string | undefined
  readonly acceptLanguage: string | undefined
}

/** On `<html>`, so that the first paint has the right fonts and colours without a script in the page. */
export const chosenAttributes = ({ language, theme, acceptLanguage }: Chosen) => ({
  lang: isLanguage(language) ? language : preferred(acceptLanguage),
  theme: theme !== undefined && themes.has(theme) ? theme : "system"
})

export const appPage = (built: string, chosen: Chosen): HttpServerResponse.HttpServerResponse => {
  const { lang, theme } = chosenAttributes(chosen)
  return HttpServerResponse.text(built.replace(/<html[^>]*>/, `<html lang="${lang}" data-theme="${theme}">`), {
    contentType: pageHeaders["content-type"],
    headers: { ...pageHeaders, "content-security-policy": contentSecurityPolicy }
  })
}
