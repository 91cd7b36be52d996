/** Every text exists in every language, parses, and takes the same values. */
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage"
import { expect, test } from "vitest"
import { textsOf } from "../../build/CompiledTexts.ts"
import { portalRoot } from "../../build/Root.ts"

const english = textsOf(portalRoot, "en")

/** Names of values, also within plurals. */
const namesIn = (parts: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  parts.flatMap((part) => {
    if (!Array.isArray(part)) return []
    const [name, , forms] = part
    const inner = typeof forms === "object" && forms !== null ? Object.values(forms) : []
    return [String(name), ...inner.flatMap((form) => (Array.isArray(form) ? namesIn(form) : []))]
  })

/** `#` is the value of the plural around it. */
const valuesOf = (text: string): ReadonlyArray<string> =>
  [...new Set(namesIn(compileMessageOrThrow(text)))].filter((name) => name !== "#").toSorted()

const elementsOf = (text: string): ReadonlyArray<string> => (text.match(/<\/?\w+\/?>/g) ?? []).toSorted()

test.each(["zh-Hant", "ja"])("%s has the texts of English, with the same values", (language) => {
  const texts = textsOf(portalRoot, language)
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted())
  for (const [id, text] of Object.entries(english)) {
    const translated = texts[id] ?? ""
    expect({ id, values: valuesOf(translated) }).toEqual({ id, values: valuesOf(text) })
    expect({ id, elements: elementsOf(translated) }).toEqual({ id, elements: elementsOf(text) })
  }
})
