/**
 * Writes the client's operations and types from the contract: how an operation is called comes from its OpenAPI
 * document, whether it costs or writes from the table of operations.
 */
import { Api, problemCodes } from "@heddle/api"
import { OpenApi } from "effect/http-api"
import { format } from "oxfmt"
import { readFile } from "node:fs/promises"
import {
  componentOf,
  componentsOf,
  fieldsOf,
  isPaged,
  kindOf,
  namesOf,
  ownMethods,
  takesKey,
  typeName
} from "./Called.ts"
import { type Described, type Document, isDocument, operationsOf } from "@heddle/api/document"
import { documentation, propertyText, typeText } from "./TypeScriptTypes.ts"

const parametersText = (document: Document, operation: Described): string => {
  const name = typeName(operation.name, "Parameters")
  const fields = fieldsOf(document, operation)
  if (fields.size === 0) return `export type ${name} = Readonly<Record<string, never>>\n`
  const texts = [...fields].map(([field, { schema, required }]) =>
    propertyText(field, schema, required, " | undefined")
  )
  return `export interface ${name} {\n${texts.join("")}}\n`
}

const answerText = ({ name, answer }: Described): string =>
  // A component can have the name already.
  answer === undefined || componentOf(answer) === typeName(name, "Answer")
    ? ""
    : `${documentation(answer.description ?? "")}export type ${typeName(name, "Answer")} = ${typeText(answer)}\n`

const tableEntry = (operation: Described): string => {
  const { name, method, path, body } = operation
  const headers = namesOf(operation, "header")
  const entry = {
    method,
    path,
    kind: kindOf(operation),
    takesKey: takesKey(operation),
    query: namesOf(operation, "query"),
    ...(headers.length === 0 ? {} : { headers }),
    ...(body === undefined ? {} : { body: true })
  }
  return `${name}: ${JSON.stringify(entry)},\n`
}

/** The base's method that makes a call of the kind, and what it returns. */
const makerOf = (operation: Described): readonly [string, string] => {
  const kind = kindOf(operation)
  if (kind === "file") return ["download", "Promise<Response>"]
  if (kind === "stream") return ["listen", "AsyncGenerator<ServerSentEvent>"]
  return ["call", `Promise<${typeName(operation.name, "Answer")}>`]
}

const methodText = (document: Document, operation: Described): string => {
  const { name, summary, description } = operation
  const [maker, answer] = makerOf(operation)
  const isOptional = ![...fieldsOf(document, operation).values()].some(({ required }) => required)
  const parameters = `parameters: ${typeName(name, "Parameters")}${isOptional ? " = {}" : ""}`
  return `${documentation(`${summary}. ${description}`)}${name}(${parameters}, options?: CallOptions): ${answer} {
    return this.${maker}(operations.${name}, parameters, options)
  }\n`
}

const componentText = (document: Document, name: string): string => {
  const schema = document.components.schemas[name] ?? {}
  return `${documentation(schema.description ?? "")}export type ${name} = ${typeText(schema)}\n`
}

/** The text of `src/generated.ts`. */
export async function generateTypeScript(document: unknown = OpenApi.fromApi(Api)): Promise<string> {
  if (!isDocument(document)) throw new Error("The contract has no document.")
  const called = operationsOf(document)
  const priced = called.filter((operation) => kindOf(operation) === "priced")
  const components = componentsOf(
    document,
    called.flatMap(({ parameters, body, answer }) => [...parameters.map(({ schema }) => schema), body, answer])
  )
  const text = `/** Written by \`npm run generate -w packages/client\` from the contract of ${document.info.title} ${document.info.version}. */
import type { Operation } from "./Operation.ts"
import type { CallOptions } from "./Options.ts"
import type { ServerSentEvent } from "./ServerSentEvents.ts"

/** The stable codes of problems; later releases can have more. */
export type ProblemCode = ${problemCodes.map((code) => JSON.stringify(code)).join(" | ")}

${[...components].map((name) => componentText(document, name)).join("\n")}
${called.map((operation) => `${parametersText(document, operation)}\n${answerText(operation)}`).join("\n")}
/** Every operation that this release of the client can call. */
export const operations = {
${called.map(tableEntry).join("")}} as const satisfies Readonly<Record<string, Operation>>

/** The operations that have a price. */
export interface PricedOperations {
${priced.map(({ name }) => `readonly ${name}: ${typeName(name, "Parameters")}\n`).join("")}}

/** The operations whose answer is one page of many. */
export interface PagedOperations {
${called
  .filter(isPaged)
  .map(({ name }) => `readonly ${name}: readonly [${typeName(name, "Parameters")}, ${typeName(name, "Answer")}]\n`)
  .join("")}}

/** One method for each operation. */
export abstract class GeneratedCalls {
protected abstract call<Answer>(operation: Operation, parameters: object, options?: CallOptions): Promise<Answer>
protected abstract download(operation: Operation, parameters: object, options?: CallOptions): Promise<Response>
protected abstract listen(operation: Operation, parameters: object, options?: CallOptions): AsyncGenerator<ServerSentEvent>

${called
  .filter(({ name }) => !ownMethods.has(name))
  .map((operation) => methodText(document, operation))
  .join("\n")}}
`
  const options = JSON.parse(await readFile(new URL("../../../.oxfmtrc.json", import.meta.url), "utf8"))
  const { code, errors } = await format("generated.ts", text, options)
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return code
}
