/** A page for each operation, written from the OpenAPI document and the table of operations. */
import { families, problemPath } from "@heddle/api"
import {
  type Described,
  type Document,
  exampleOf,
  operationsOf,
  type Parameter,
  resolved,
  type Schema
} from "@heddle/api/document"
import { isPlayable } from "@heddle/api/portal"
import { playgroundPath, referencePath, requestOf, snippetLanguages } from "@heddle/api/snippets"
import { columnsByOperation } from "../rest/tables/TableResponse.ts"
import type { DocPage, Sample } from "./DocPage.ts"
import { guideOf } from "./Guides.ts"
import { plainText } from "./Markdown.ts"
import { defaultWords, typeWords } from "./TypeWords.ts"

/** What the document does not say of an operation. */
interface Facts {
  /** Without the sentences on price and tables, which the page says in their places. */
  readonly prose: string
  readonly isList: boolean
  readonly requires: "nothing" | "plan" | "webhooks"
  readonly price: string
  readonly tool: string | null
  readonly kind: string
  readonly inPlayground: boolean
}

interface Listed extends Pick<Facts, "requires" | "kind"> {
  readonly description: string
  readonly price: { readonly text: string }
  readonly tool: { readonly name: string } | null
  readonly endpoint: { readonly identifier: string; readonly method: string }
}

const factsByName: ReadonlyMap<string, Facts> = new Map(
  families.flatMap(({ group, operations }) =>
    operations.map((operation: Listed) => {
      const { requires, kind, description, price, tool } = operation
      const { identifier } = operation.endpoint
      const facts: Facts = {
        prose: description,
        isList: columnsByOperation.has(identifier),
        requires,
        price: price.text,
        tool: tool?.name ?? null,
        kind,
        inPlayground: isPlayable(group.identifier, operation)
      }
      return [identifier, facts] as const
    })
  )
)

const required = { nothing: "no plan", plan: "any plan", webhooks: "API Standard or a higher plan" } as const

export interface Field {
  readonly name: string
  readonly schema: Schema
  readonly description: string
  readonly required: boolean
}

export const fieldsOf = ({ properties = {}, required = [] }: Schema): ReadonlyArray<Field> =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    description: schema.description ?? "",
    required: required.includes(name)
  }))

/** A list in Markdown, with the fields of objects that have no page of their own below them. */
export const fieldList = (fields: ReadonlyArray<Field>, indent = ""): string =>
  fields
    .map(({ name, schema, description }) => {
      const inner = schema.items?.properties === undefined ? schema : schema.items
      const below = inner.properties === undefined ? "" : `\n${fieldList(fieldsOf(inner), `${indent}  `)}`
      const words = description === "" ? "" : `  \n${indent}  ${description.replaceAll("\n", " ")}`
      return `${indent}- **\`${name}\`** *${typeWords(schema)}${defaultWords(schema)}*${words}${below}`
    })
    .join("\n")

const keyHeader = "idempotency-key"

const parameterField = ({ name, required = false, description = "", schema }: Parameter): Field =>
  name === keyHeader
    ? {
        name: "Idempotency-Key",
        schema,
        required,
        description: "A header: [repeat the call safely](/docs/api#repeating-a-call-safely)."
      }
    : { name, schema, required, description }

/** What every answer has besides. */
const envelope: ReadonlySet<string> = new Set(["notices", "credits_consumed"])

const answerPart = ({ answer, success: { status, description } }: Described): string => {
  const fields = answer === undefined ? [] : fieldsOf(answer).filter(({ name }) => !envelope.has(name))
  const list = fields.length === 0 ? [] : [fieldList(fields)]
  const rest =
    answer === undefined ? [] : ["and [`notices` and `credits_consumed`](/docs/api#conventions), as in every answer."]
  return [`## Answer`, `**${status}** ${description}`, ...list, ...rest].join("\n\n")
}

const errorsPart = ({ problems }: Described): string =>
  `## Errors\n\n${[...problems]
    .map(([status, codes]) => `${status} ${codes.map((code) => `[\`${code}\`](${problemPath(code)})`).join(", ")}`)
    .join("  \n")}`

const part = (title: string, fields: ReadonlyArray<Field>): ReadonlyArray<string> =>
  fields.length === 0 ? [] : [`## ${title}`, fieldList(fields)]

const isMethod = (method: string): method is "GET" | "POST" | "DELETE" => ["GET", "POST", "DELETE"].includes(method)

const isPlace = (place: string): place is "path" | "query" => place === "path" || place === "query"

const answerKind = (kind: string): "json" | "file" | "stream" => (kind === "file" || kind === "stream" ? kind : "json")

const samplesOf = (operation: Described, facts: Facts, baseUrl: string): ReadonlyArray<Sample> => {
  const { method, path, parameters, bodyExample } = operation
  if (!isMethod(method)) throw new Error(`No sample has the method ${method}.`)
  const shape = {
    method,
    path,
    answer: answerKind(facts.kind),
    parameters: [
      ...parameters.flatMap(({ name, in: place }) => (isPlace(place) ? [{ name, in: place }] : [])),
      ...Object.keys(Object(bodyExample)).map((name) => ({ name, in: "body" as const }))
    ]
  }
  const request = requestOf(baseUrl, shape, exampleOf(operation))
  return snippetLanguages.map(({ id, name, write }) => ({
    id,
    name,
    fence: id === "curl" ? "sh" : id,
    code: write(request)
  }))
}

const answerOf = ({ success: { status, example } }: Described, { kind }: Facts): Sample | null => {
  if (example === undefined) return null
  const isText = typeof example === "string"
  const name = `${status} ${kind === "file" ? "File" : "Answer"}`
  return {
    id: "answer",
    name,
    fence: isText ? "text" : "json",
    code: isText ? example : JSON.stringify(example, null, 2)
  }
}

const factsLine = ({ price, requires, tool }: Facts): string =>
  [
    `**Price:** ${price}.`,
    `**Needs:** ${required[requires]}.`,
    ...(tool === null ? [] : [`**MCP tool:** [\`${tool}\`](/docs/mcp#tools).`])
  ].join("  \n")

/** Spellings that a body takes besides, such as `like_count` for `likeCount`. */
const isOtherSpelling = (name: string, all: ReadonlyArray<Field>): boolean =>
  name.includes("_") &&
  all.some((field) => field.name === name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase()))

const fieldsOfCall = (document: Document, { parameters, body }: Described): ReadonlyArray<Field> => {
  const inBody = body === undefined ? [] : fieldsOf(resolved(document, body))
  return [
    ...parameters.filter(({ name }) => name !== keyHeader),
    ...inBody.filter(({ name }) => !isOtherSpelling(name, inBody)),
    ...parameters.filter(({ name }) => name === keyHeader)
  ].map((field) => ("in" in field ? parameterField(field) : field))
}

const operationPage = (document: Document, operation: Described, baseUrl: string): DocPage => {
  const { name, tag, method, path, summary } = operation
  const facts = factsByName.get(name)
  if (facts === undefined) throw new Error(`${name} is not in the table of operations.`)
  const fields = fieldsOfCall(document, operation)
  const guide = guideOf[name]
  const { prose, isList, inPlayground } = facts
  return {
    path: referencePath(name),
    section: "Reference",
    group: tag,
    title: summary,
    about: plainText(prose.split(/(?<=\.) /)[0] ?? summary),
    markdown: [
      `# ${summary}`,
      `\`${method} ${path}\``,
      prose,
      factsLine(facts),
      ...part(
        "Required",
        fields.filter(({ required }) => required)
      ),
      ...part(
        "Optional",
        fields.filter(({ required }) => !required)
      ),
      answerPart(operation),
      ...(isList ? ["The rows also come [as a table](/docs/api#tables): CSV or NDJSON."] : []),
      errorsPart(operation),
      ...(guide === undefined ? [] : [`More: [${guide[0]}](${guide[1]})`])
    ].join("\n\n"),
    aside: {
      samples: samplesOf(operation, facts, baseUrl),
      answer: answerOf(operation, facts),
      tryIt: inPlayground ? `/portal${playgroundPath(name, exampleOf(operation))}` : null
    }
  }
}

/** All operations with their prices. */
const overview = (operations: ReadonlyArray<Described>): DocPage => {
  const rows = (tag: string) =>
    operations
      .filter((operation) => operation.tag === tag)
      .map(({ name, method, path, summary }) => {
        const link = `[${summary}](${referencePath(name)})`
        return `| ${link} | \`${method} ${path}\` | ${factsByName.get(name)?.price ?? ""} |`
      })
  const tables = [...new Set(operations.map(({ tag }) => tag))].map((tag) =>
    [`## ${tag}`, "", "| operation | call | price |", "|---|---|---|", ...rows(tag)].join("\n")
  )
  return {
    path: "/docs/reference",
    section: "Reference",
    title: "Reference",
    label: "All operations",
    about: "All operations with their prices.",
    markdown: [
      "# Reference",
      "All operations with their prices. [Conventions](/docs/api#conventions) says what they have in common; [`openapi.json`](/openapi.json) has the same for programs (OpenAPI 3.1).",
      ...tables
    ].join("\n\n")
  }
}

export const referencePages = (document: Document, baseUrl: string): ReadonlyArray<DocPage> => {
  const operations = operationsOf(document)
  return [overview(operations), ...operations.map((operation) => operationPage(document, operation, baseUrl))]
}
