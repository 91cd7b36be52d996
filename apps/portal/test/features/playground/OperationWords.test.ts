/** The playground names operations and prices in the reader's language. The English words are those of the API. */
import { describeParameter, families, operations, rowSchemaOf } from "@heddle/api"
import { columnsOf } from "@heddle/api/tables"
import type { Schema } from "effect"
import { expect, test } from "vitest"
import { textsOf } from "../../../build/CompiledTexts.ts"
import { portalRoot } from "../../../build/Root.ts"
import { choiceWords, translatedChoices } from "../../../src/features/playground/ChoiceWords.ts"
import { translatedColumns } from "../../../src/features/playground/ColumnWords.ts"
import { operationWords, translatedOperations } from "../../../src/features/playground/OperationWords.ts"
import { fieldKindOf } from "../../../src/features/playground/ParameterField.tsx"
import { translatedParameters } from "../../../src/features/playground/ParameterWords.ts"
import { shownColumns } from "../../../src/features/playground/Rows.ts"

const english = textsOf(portalRoot, "en")
/** What is about rules has screens of its own. */
const queries = operations.filter(({ kind, endpoint }) => kind === "priced" && endpoint.method === "GET")

test("every query that costs credits is translated", () => {
  expect(translatedOperations).toEqual(expect.arrayContaining(queries.map(({ endpoint }) => endpoint.identifier)))
})

test.each(translatedOperations)("the texts of %s say what the API says: change the translations with it", (name) => {
  const operation = operations.find(({ endpoint }) => endpoint.identifier === name)
  expect(english[`operation.${name}`]).toBe(operation?.summary)
  expect(english[`playground.description.${name}`]).toBe(operation?.description)
  expect(english[`playground.price.${name}`]).toBe(operation?.price.text)
})

test("an operation of a newer server keeps the words of the API", () => {
  const words = { description: "Does more.", price: "1 credit" }
  const newer = { name: "newer", summary: "Something newer", ...words }
  expect(operationWords(String, newer)).toEqual({ title: "Something newer", ...words, lang: "en" })
})

/** What the playground runs. */
const reads = operations.filter(
  ({ kind, endpoint }) => (kind === "read" || kind === "priced") && endpoint.method === "GET"
)
const playable = families
  .filter(({ group }) => group.identifier !== "webhooks")
  .flatMap(({ operations: members }) => members.map(({ endpoint }) => endpoint.identifier))
const shown = reads.filter(({ endpoint }) => playable.some((name) => name === endpoint.identifier))

test("every parameter of the playground is translated, and no other", () => {
  const names = shown.flatMap(({ fields }) => Object.keys(fields)).filter((name) => name !== "idempotency-key")
  expect([...new Set(names)].toSorted()).toEqual([...translatedParameters].toSorted())
})

test("every choice of a parameter is translated, and no other", () => {
  const choices = shown.flatMap(({ fields }) => {
    const described: Schema.Struct.Fields = fields
    return Object.keys(described).flatMap((name) => {
      const field = described[name]
      const kind = field === undefined ? undefined : fieldKindOf(describeParameter(field).schema)
      return kind?.kind === "choice" ? kind.options.map((option) => `${name}=${option}`) : []
    })
  })
  const known = Object.entries(translatedChoices).flatMap(([name, options]) =>
    Object.keys(options).map((option) => `${name}=${option}`)
  )
  expect([...new Set(choices)].toSorted()).toEqual(known.toSorted())
})

test("a choice of a newer server keeps its name in the API", () => {
  expect(choiceWords(String, "sort", "newer")).toBe("newer")
  expect(choiceWords(String, "newer", "true")).toBe("true")
})

test("every column that a table shows is translated", () => {
  const names = shown.flatMap((operation) => {
    const row = "result" in operation ? rowSchemaOf(operation.result) : null
    return row === null ? [] : columnsOf(row).map(({ name }) => name)
  })
  const visible = shownColumns(
    [Object.fromEntries(names.map((name) => [name, 1]))],
    names.map((name) => ({ name, path: [name] }))
  )
  const known: ReadonlyArray<string> = translatedColumns
  expect(visible.filter((name) => !known.includes(name.split(".").at(-1) ?? name))).toEqual([])
})
