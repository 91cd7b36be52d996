/** What clients and documentation need of an OpenAPI document, with the references resolved that it may contain. */

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
  readonly format?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxLength?: number
}

interface Reference {
  readonly $ref: string
}

interface MediaType {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, unknown>>
}

interface Content {
  readonly description?: string
  readonly content?: Readonly<Record<string, MediaType>>
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

interface PathItem {
  readonly operationId?: string
  readonly tags?: ReadonlyArray<string>
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
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: Schema | undefined
  readonly bodyExample: unknown
  /** Of a success that is JSON. */
  readonly answer: Schema | undefined
  readonly success: { readonly status: string; readonly description: string; readonly example: unknown }
  /** The codes of its problems, by status. */
  readonly problems: ReadonlyMap<string, ReadonlyArray<string>>
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

const isResponse = (value: unknown): value is Content =>
  isObject(value) && ("content" in value || "description" in value)

const resolve = <A extends object>(document: Document, value: A | Reference, is: (value: unknown) => value is A): A => {
  if (!isReference(value)) return value
  const found = pointedTo(document, value.$ref)
  if (!is(found)) throw new Error(`${value.$ref} leads nowhere.`)
  return found
}

const jsonOf = ({ content }: Content): MediaType | undefined => content?.["application/json"]

const anyOf = ({ content = {} }: Content): MediaType => Object.values(content)[0] ?? {}

export function operationsOf(document: Document): ReadonlyArray<Described> {
  const describe = (path: string, method: string, item: PathItem): Described => {
    const { operationId = "", tags = [], summary = "", description = "", parameters = [], requestBody } = item
    const responses = Object.entries(item.responses).map(
      ([status, response]) => [status, resolve(document, response, isResponse)] as const
    )
    const [status, success] = responses.find(([status]) => status.startsWith("2")) ?? ["", {}]
    const body = requestBody && jsonOf(resolve(document, requestBody, isA<Content>("content")))
    return {
      name: operationId.split(".").at(-1) ?? "",
      tag: tags[0] ?? "",
      method: method.toUpperCase(),
      path,
      summary,
      description,
      parameters: parameters.map((parameter) => resolve(document, parameter, isA<Parameter>("in"))),
      body: body?.schema,
      bodyExample: body?.example,
      answer: jsonOf(success)?.schema,
      success: { status, description: success.description ?? "", example: anyOf(success).example },
      problems: new Map(
        responses
          .filter(([status]) => !status.startsWith("2"))
          .map(([status, response]) => [status, Object.keys(anyOf(response).examples ?? {})])
      )
    }
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ["get", "post", "put", "patch", "delete"].includes(method))
      .map(([method, item]) => describe(path, method, item))
  )
}

/** The parameters without which a call is refused, by name, as the document has them; a body as its example has it. */
export const exampleOf = ({ parameters, bodyExample }: Described): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(parameters.filter(({ required }) => required).map(({ name, example }) => [name, example])),
  ...Object(bodyExample)
})

/** The schema itself, or the component it refers to. */
export const resolved = (document: Document, schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : resolve<Schema>(document, { $ref: schema.$ref }, (one): one is Schema => isObject(one))
