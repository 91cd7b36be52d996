/** The languages of the portal. The server writes the chosen one into `<html lang>`, from a cookie or the browser. */

export const languages = { en: "English", "zh-Hant": "繁體中文", ja: "日本語" } as const
export type Language = keyof typeof languages

export const isLanguage = (code: string): code is Language => code in languages

/** Of a post, for the `lang` attribute: empty is "unknown". */
export const languageTagOf = (language: string | undefined): string =>
  language === undefined || language === "other" ? "" : language

export const chosenLanguage = (): Language => {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : "en"
}

const yearSeconds = 31_536_000

const remember = (name: string, value: string) => {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}

/** Takes effect with the reload, because only one language is downloaded. */
export const chooseLanguage = (language: Language): void => {
  remember("heddle_lang", language)
  location.reload()
}

export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

export const chosenTheme = (): Theme => {
  const theme = document.documentElement.dataset["theme"]
  return themes.find((name) => name === theme) ?? "system"
}

export const chooseTheme = (theme: Theme): void => {
  remember("heddle_theme", theme)
  document.documentElement.dataset["theme"] = theme
}
