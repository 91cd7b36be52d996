/** Every text of the portal, by id. One language is downloaded; ids and languages are checked by the compiler. */
import { i18n, type Messages } from "@lingui/core"
import { I18nProvider, useLingui } from "@lingui/react"
import { type ReactNode, useCallback } from "react"
import { chosenLanguage, type Language } from "./Language.ts"
import type { TextId } from "./TextId.ts"

const catalogs: Record<Language, () => Promise<{ readonly default: Messages }>> = {
  en: () => import("virtual:texts/en"),
  "zh-Hant": () => import("virtual:texts/zh-Hant"),
  ja: () => import("virtual:texts/ja")
}

export type Values = Readonly<Record<string, string | number | Date>>
export type Translate = (id: TextId, values?: Values) => string

export const loadTexts = async (): Promise<void> => {
  const language = chosenLanguage()
  const { default: messages } = await catalogs[language]()
  i18n.loadAndActivate({ locale: language, messages })
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

export { Trans as RichText } from "@lingui/react"
