/** What the client needs of an OpenAPI document, with the references resolved that it may contain. */

export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly const?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
}

interface Reference {
  readonly $ref: string
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

interface PathItem {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: ReadonlyArray<Parameter | Reference>
  readonly requestBody?: (Content & { readonly required?: boolean }) | Reference
  readonly responses: Readonly<Record<string, Content | Reference>>
}

export interface Document {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathItem>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** An operation of the document. */
export interface Described {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly words: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: Schema | undefined
  readonly answer: Schema | undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isReference = <A extends object>(value: A | Reference): value is Reference => "$ref" in value

/** Whether it has what the operations are read from; a contract test checks the document itself. */
export const isDocument = (value: unknown): value is Document =>
  isObject(value) &&
  isObject(value["info"]) &&
  isObject(value["paths"]) &&
  isObject(value["components"]) &&
  isObject(value["components"]["schemas"])

const pointedTo = (document: Document, pointer: string): unknown => {
  let found: unknown = document
  for (const part of pointer.replace(/^#\//, "").split("/")) {
    found = isObject(found) ? found[part.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined
  }
  return found
}

const isA =
  <A extends object>(field: keyof A & string) =>
  (value: unknown): value is A =>
    isObject(value) && field in value

const resolve = <A extends object>(document: Document, value: A | Reference, is: (value: unknown) => value is A): A => {
  if (!isReference(value)) return value
  const found = pointedTo(document, value.$ref)
  if (!is(found)) throw new Error(`${value.$ref} leads nowhere.`)
  return found
}

const jsonOf = ({ content }: Content): Schema | undefined => content?.["application/json"]?.schema

export function operationsOf(document: Document): ReadonlyArray<Described> {
  const describe = (path: string, method: string, item: PathItem): Described => {
    const { operationId = "", summary = "", description = "", parameters = [], requestBody, responses } = item
    const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1]
    const answer = success && jsonOf(resolve(document, success, isA<Content>("content")))
    return {
      name: operationId.split(".").at(-1) ?? "",
      method: method.toUpperCase(),
      path,
      words: `${summary}. ${description}`,
      parameters: parameters.map((parameter) => resolve(document, parameter, isA<Parameter>("in"))),
      body: requestBody && jsonOf(resolve(document, requestBody, isA<Content>("content"))),
      answer
    }
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ["get", "post", "put", "patch", "delete"].includes(method))
      .map(([method, item]) => describe(path, method, item))
  )
}

/** The schema itself, or the component it refers to. */
export const resolved = (document: Document, schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : resolve<Schema>(document, { $ref: schema.$ref }, (one): one is Schema => isObject(one))
