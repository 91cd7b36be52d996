import type { Language } from "./Language.ts"
export const identifyLanguage = (text: string, _hint?: string): Language =>
  /[\u3040-\u30ff]/.test(text)
    ? "ja"
    : /[\uac00-\ud7af]/.test(text)
      ? "ko"
      : /\p{Script=Han}/u.test(text)
        ? "zh-Hant"
        : /[a-z]/i.test(text)
          ? "en"
          : "other"
