/** The playground names operations and prices in the reader's language. The English words are those of the API. */
import { operations } from "@heddle/api"
import { expect, test } from "vitest"
import { textsOf } from "../../../build/CompiledTexts.ts"
import { portalRoot } from "../../../build/Root.ts"
import { operationWords, translatedOperations } from "../../../src/features/playground/OperationWords.ts"

const english = textsOf(portalRoot, "en")
/** What is about rules has screens of its own. */
const queries = operations.filter(({ kind, endpoint }) => kind === "priced" && endpoint.method === "GET")

test("every query that costs credits is translated", () => {
  expect(translatedOperations).toEqual(expect.arrayContaining(queries.map(({ endpoint }) => endpoint.identifier)))
})

test.each(translatedOperations)("the texts of %s say what the API says: change the translations with it", (name) => {
  const operation = operations.find(({ endpoint }) => endpoint.identifier === name)
  expect(english[`playground.operation.${name}`]).toBe(operation?.summary)
  expect(english[`playground.price.${name}`]).toBe(operation?.price.text)
})

test("an operation of a newer server keeps the words of the API", () => {
  const newer = { name: "newer", summary: "Something newer", price: "1 credit" }
  expect(operationWords(String, newer)).toEqual({ title: "Something newer", price: "1 credit", lang: "en" })
})
