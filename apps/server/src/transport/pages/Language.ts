/** In which language a person is answered: the one they chose, or the one that their browser prefers. */

/** Each with its own name. */
export const languages = { en: "English", "zh-Hant": "繁體中文", ja: "日本語" } as const
export type Language = keyof typeof languages

export const isLanguage = (text: string | null | undefined): text is Language =>
  typeof text === "string" && Object.hasOwn(languages, text)

/** Whoever reads one Chinese script rather reads the other than English. */
const languageOf = (tag: string): Language | undefined => {
  const [primary = ""] = tag.toLowerCase().split("-")
  if (primary === "zh" || primary === "yue") return "zh-Hant"
  return isLanguage(primary) ? primary : undefined
}

/** RFC 9110, 12.5.4: a language range and how much it is preferred, 1 by default. */
const languageRange = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

/** Of languages that are preferred as much, the first. Ignores what is not a range. */
const preferred = (acceptLanguage: string): Language => {
  const ranges = acceptLanguage.split(",").flatMap((part) => {
    const [, tag = "", quality = "1"] = languageRange.exec(part.trim()) ?? []
    const language = languageOf(tag)
    return language === undefined || Number(quality) === 0 ? [] : [{ language, quality: Number(quality) }]
  })
  return ranges.toSorted((one, other) => other.quality - one.quality)[0]?.language ?? "en"
}

interface Wishes {
  /** By the cookie. */
  readonly chosen: string | undefined
  readonly acceptLanguage: string | undefined
}

export const languageFor = ({ chosen, acceptLanguage }: Wishes): Language =>
  isLanguage(chosen) ? chosen : preferred(acceptLanguage ?? "")

export const languageCookieName = "heddle_lang"

const yearSeconds = 31_536_000

/** The portal's script sets the same cookie, so it is not `HttpOnly`. */
export const languageCookie = (language: Language): string =>
  `${languageCookieName}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
