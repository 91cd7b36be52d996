/** Every text of the portal, by id. One language is downloaded; ids and languages are checked by the compiler. */
import { i18n, type Messages } from "@lingui/core"
import { I18nProvider, Trans as RichText, useLingui } from "@lingui/react"
import { type ReactElement, type ReactNode, useCallback } from "react"
import { chosenLanguage, type Language } from "./Language.ts"
import type { TextId } from "./TextId.ts"

type Catalog = () => Promise<{ readonly default: Messages }>

const first: Record<Language, Catalog> = {
  en: () => import("virtual:texts/first/en"),
  "zh-Hant": () => import("virtual:texts/first/zh-Hant"),
  ja: () => import("virtual:texts/first/ja")
}

const rest: Record<Language, Catalog> = {
  en: () => import("virtual:texts/rest/en"),
  "zh-Hant": () => import("virtual:texts/rest/zh-Hant"),
  ja: () => import("virtual:texts/rest/ja")
}

export type Values = Readonly<Record<string, string | number | Date>>
export type Translate = (id: TextId, values?: Values) => string

/** What the frame and the first screen need. */
export const loadTexts = async (): Promise<void> => {
  const language = chosenLanguage()
  const { default: messages } = await first[language]()
  i18n.loadAndActivate({ locale: language, messages })
}

/** What all other screens need; Lingui adds it to what is there. */
export const loadRestOfTexts = async (): Promise<void> => {
  const language = chosenLanguage()
  const { default: messages } = await rest[language]()
  i18n.load(language, messages)
}

export const Texts = ({ children }: { readonly children: ReactNode }) => (
  <I18nProvider i18n={i18n}>{children}</I18nProvider>
)

/** Outside of components. */
export const text: Translate = (id, values) => i18n._(id, { ...values })

export const useText = (): Translate => {
  const { i18n } = useLingui()
  return useCallback<Translate>((id, values) => i18n._(id, { ...values }), [i18n])
}

export { RichText }

/** A value after its name, with the colon of the language. */
export const Labelled = ({ label, children }: { readonly label: string; readonly children: ReactElement }) => (
  <RichText id="ui.labelled" values={{ label }} components={{ value: children }} />
)
