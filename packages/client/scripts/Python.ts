/** Writes the operations and types of the Python client from the same document and table as those of the other. */
import { Api, problemCodes } from "@heddle/api"
import { OpenApi } from "effect/http-api"
import { componentsOf, fieldsOf, keyHeader, kindOf, namesOf, ownMethods, takesKey, typeName } from "./Called.ts"
import { type Described, type Document, isDocument, operationsOf, resolved } from "@heddle/api/document"
import { docstring, pythonName, PythonTypes } from "./PythonTypes.ts"

export const pythonFile = new URL("../../client-python/src/heddle_client/_generated.py", import.meta.url)

interface Argument {
  readonly name: string
  readonly wireName: string
  readonly type: string
  readonly required: boolean
  readonly words: string
}

/** Of two spellings of a field, the one that is usual in Python. */
const argumentsOf = (document: Document, operation: Described, types: PythonTypes): ReadonlyArray<Argument> => {
  const fields = fieldsOf(document, operation)
  return [...fields]
    .filter(([name]) => pythonName(name) === name || !fields.has(pythonName(name)))
    .map(([wireName, { schema, required }]) => ({
      name: pythonName(wireName),
      wireName,
      type: types.typeText(schema, typeName(operation.name, typeName(wireName, "")), "Sequence"),
      required: required || fields.get(camel(wireName))?.required === true,
      words: schema.description ?? ""
    }))
    .toSorted((one, other) => Number(other.required) - Number(one.required))
}

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_text, letter: string) => letter.toUpperCase())

const tableEntry = (operation: Described): string => {
  const { name, method, path, body } = operation
  const names = (place: string) =>
    `(${namesOf(operation, place)
      .map((one) => `"${one}", `)
      .join("")})`
  const flags = `takes_key=${takesKey(operation) ? "True" : "False"}, has_body=${body === undefined ? "False" : "True"}`
  return `    "${pythonName(name)}": Operation("${name}", "${method}", "${path}", ${names("query")}, ${names("header")}, ${flags}),\n`
}

const makerOf = (operation: Described): readonly [maker: string, answer: string] => {
  const kind = kindOf(operation)
  if (kind === "file") return ["_download", "HTTPResponse"]
  if (kind === "stream") return ["_listen", "Iterator[ServerSentEvent]"]
  return ["_call", typeName(operation.name, "Answer")]
}

const methodText = (operation: Described, given: ReadonlyArray<Argument>): string => {
  const name = pythonName(operation.name)
  const [maker, answer] = makerOf(operation)
  const key = takesKey(operation)
    ? [{ name: pythonName(keyHeader), type: "str", required: false, words: "Instead of a key that the client makes." }]
    : []
  const all = [...given, ...key]
  const signature = all.map(
    ({ name: one, type, required }) => `        ${one}: ${type}${required ? "" : " | None = None"},\n`
  )
  const words = all.filter((one) => one.words !== "").map((one) => `${one.name}: ${one.words}`)
  const documentation = [
    `${operation.summary}. ${operation.description}`.trim(),
    ...(words.length === 0 ? [] : [`\n\n${words.join("\n")}`])
  ].join("")
  const parameters = given.map(({ name: one, wireName }) => `"${wireName}": ${one}`).join(", ")
  const passed = `"${name}", {${parameters}}${key.length === 0 ? "" : ", idempotency_key"}`
  const returned = maker === "_call" ? `cast("${answer}", self._call(${passed}))` : `self.${maker}(${passed})`
  return `    def ${name}(
        self,
${all.length === 0 ? "" : `        *,\n${signature.join("")}`}    ) -> ${answer}:
${docstring(documentation, "        ")}        return ${returned}
`
}

/** The text of `_generated.py`. */
export function generatePython(document: unknown = OpenApi.fromApi(Api)): string {
  if (!isDocument(document)) throw new Error("The contract has no document.")
  const called = operationsOf(document)
  const types = new PythonTypes()
  const aliases: Array<string> = []
  const name = (schema: Parameters<PythonTypes["typeText"]>[0], as: string) => {
    const whole = resolved(document, schema)
    if (schema.$ref === undefined && whole.properties !== undefined) types.typedDict(whole, as)
    else if (types.typeText(schema, as) !== as) aliases.push(`${as} = ${types.typeText(schema, as)}\n`)
  }
  const answers = called.map(({ answer }) => answer)
  const parameters = called.flatMap((operation) => operation.parameters.map(({ schema }) => schema))
  for (const component of componentsOf(document, [...answers, ...parameters])) {
    name(document.components.schemas[component] ?? {}, component)
  }
  for (const { name: operation, answer } of called)
    if (answer !== undefined) name(answer, typeName(operation, "Answer"))
  const methods = called
    .filter((operation) => !ownMethods.has(operation.name))
    .map((operation) => methodText(operation, argumentsOf(document, operation, types)))
  return `"""Written by \`npm run generate -w packages/client\` from the contract of ${document.info.title} ${document.info.version}."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPResponse
from typing import Any, Literal, NotRequired, TypedDict, cast

from ._events import ServerSentEvent
from ._operation import Operation

__version__ = "${document.info.version}"

ProblemCode = Literal[
${problemCodes.map((code) => `    "${code}",\n`).join("")}]
"""The stable codes of problems; later releases can have more."""


${types.classes.join("\n\n")}

${aliases.join("")}
OPERATIONS: Mapping[str, Operation] = {
${called.map(tableEntry).join("")}}
"""Every operation that this release of the client can call."""


class GeneratedCalls:
    """One method for each operation."""

    def _call(
        self, operation: str, parameters: Mapping[str, object], idempotency_key: str | None = None
    ) -> object:
        raise NotImplementedError

    def _download(self, operation: str, parameters: Mapping[str, object]) -> HTTPResponse:
        raise NotImplementedError

    def _listen(self, operation: str, parameters: Mapping[str, object]) -> Iterator[ServerSentEvent]:
        raise NotImplementedError

${methods.join("\n")}`
}
