/** Walks the whole OpenAPI document: what it says about every parameter, response and problem. */
import { assert, describe, it } from "@effect/vitest"
import { Api, operations, problemTable, WebhookEvent } from "@heddle/api"
import { Result, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { answerExamples, bodyExamples } from "../src/openapi/Examples.ts"
const JsonSchema = Schema.Record(Schema.String, Schema.Unknown)
const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.Literals(["path", "query", "header"]),
  required: Schema.Boolean,
  description: Schema.NonEmptyString,
  schema: JsonSchema,
  example: Schema.Unknown,
  style: Schema.optionalKey(Schema.Literal("form")),
  explode: Schema.optionalKey(Schema.Literal(true))
})
const Content = Schema.Record(
  Schema.String,
  Schema.Struct({
    schema: JsonSchema,
    example: Schema.optionalKey(Schema.Unknown),
    examples: Schema.optionalKey(
      Schema.Record(Schema.String, Schema.Struct({ value: Schema.Unknown, summary: Schema.optionalKey(Schema.String) }))
    )
  })
)
const Reference = Schema.Struct({ $ref: Schema.String })
const Response = Schema.Struct({ description: Schema.NonEmptyString, content: Content })
const Operation = Schema.Struct({
  tags: Schema.Array(Schema.String),
  operationId: Schema.String,
  summary: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  parameters: Schema.Array(Schema.Union([Reference, Parameter])),
  security: Schema.Array(Schema.Record(Schema.String, Schema.Array(Schema.String))),
  requestBody: Schema.optionalKey(Schema.Struct({ content: Content, required: Schema.Boolean })),
  responses: Schema.Record(Schema.String, Schema.Union([Reference, Response]))
})
const WebhookOperation = Schema.Struct({
  ...Operation.fields,
  requestBody: Schema.Struct({ content: Content, required: Schema.Boolean }),
  responses: Schema.Record(Schema.String, Schema.Struct({ description: Schema.NonEmptyString }))
})
const PathItem = Schema.Struct({
  get: Schema.optionalKey(Operation),
  post: Schema.optionalKey(Operation),
  delete: Schema.optionalKey(Operation)
})
/** The part of OpenAPI 3.1 that the document uses; anything else in it fails the decoding. */
const Document = Schema.Struct({
  openapi: Schema.Literal("3.1.0"),
  info: Schema.Record(Schema.String, Schema.Unknown),
  paths: Schema.Record(Schema.String, PathItem),
  components: Schema.Struct({
    schemas: Schema.Record(Schema.String, JsonSchema),
    responses: Schema.Record(Schema.String, Response),
    parameters: Schema.Record(Schema.String, Parameter),
    securitySchemes: Schema.Record(Schema.String, JsonSchema)
  }),
  security: Schema.Array(Schema.Unknown),
  servers: Schema.Array(Schema.Struct({ url: Schema.String, description: Schema.NonEmptyString })),
  webhooks: Schema.Struct({ event: Schema.Struct({ post: WebhookOperation }) }),
  tags: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.NonEmptyString }))
})

const generated = OpenApi.fromApi(Api)
const text = JSON.stringify(generated)

const documentPath = (path: string) => path.replaceAll(/:([a-z_]+)/g, "{$1}")

describe("the OpenAPI document", () => {
  const document = Schema.decodeUnknownSync(Document, { onExcessProperty: "error" })(JSON.parse(text))
  const { schemas, parameters: sharedParameters, responses: sharedResponses } = document.components
  type Ref = typeof Reference.Type
  const isReference = Schema.is(Reference)
  const found = <A>(shared: Readonly<Record<string, A>>, one: A | Ref): A => {
    if (!isReference(one)) return one
    const part = shared[one.$ref.split("/").at(-1) ?? ""]
    assert(part !== undefined, one.$ref)
    return part
  }
  const schemaOf = (schema: typeof JsonSchema.Type): typeof JsonSchema.Type =>
    "$ref" in schema ? (schemas[String(schema["$ref"]).split("/").at(-1) ?? ""] ?? {}) : schema
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters, responses, ...operation }]) => ({
      path,
      method,
      operation: {
        ...operation,
        parameters: parameters.map((one) => found(sharedParameters, one)),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, one]) => [status, found(sharedResponses, one)])
        )
      }
    }))
  )

  it("has every operation of the table and no other", () => {
    const expected = operations.map(({ endpoint: { method, path } }) => `${method.toLowerCase()} ${documentPath(path)}`)
    const found = documented.map(({ method, path }) => `${method} ${path}`)
    assert.sameMembers(found, expected)
    assert.lengthOf(new Set(found), found.length)
  })

  it("declares a tag, a unique id and bearer security for each operation", () => {
    const tags = new Set(document.tags.map(({ name }) => name))
    const ids = documented.map(({ operation }) => operation.operationId)
    assert.lengthOf(new Set(ids), ids.length)
    for (const { operation } of documented) {
      for (const tag of operation.tags) assert.isTrue(tags.has(tag), tag)
      assert.deepStrictEqual(operation.security, [{ bearer: [] }])
    }
    assert.deepStrictEqual(Object.keys(document.components.securitySchemes), ["bearer"])
  })

  it("names every path parameter in the path, and requires it", () => {
    for (const { path, operation } of documented) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === "path")
      assert.sameMembers(
        inPath.map(({ name }) => name),
        Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name]) => name)
      )
      for (const { required } of inPath) assert.isTrue(required)
    }
  })

  it("resolves every reference, and uses every component", () => {
    const { securitySchemes: _, ...sections } = document.components
    for (const [section, components] of Object.entries(sections)) {
      const references = text.matchAll(new RegExp(`"#/components/${section}/([^"]+)"`, "g"))
      assert.sameMembers([...new Set(Array.from(references, ([, name]) => name))], Object.keys(components))
    }
  })

  it("names records plainly", () => {
    assert.containsAllKeys(schemas, [
      "Post",
      "FoundPost",
      "DetailedPost",
      "Author",
      "TrendPoint",
      "Forecast",
      "Rule",
      "RuleInput",
      "Endpoint",
      "Delivery",
      "UsageEntry",
      "Event"
    ])
    for (const name of Object.keys(schemas)) assert.match(name, /^([A-Z][a-z]+)+$/)
    assert.notInclude(text, "Encoded")
  })

  it("gives each answer one type that needs no narrowing", () => {
    for (const { path, operation } of documented) {
      const answer = operation.responses["200"]
      if (answer === undefined) continue
      const { content } = answer
      if (path !== "/balance/history/export") assert.isAtMost(Object.keys(content).length, 1, path)
      for (const { schema } of Object.values(content)) {
        assert.doesNotHaveAnyKeys(schemaOf(schema), ["anyOf", "oneOf"], path)
      }
    }
    assert.notInclude(text, '"anyOf"')
  })

  it("says which integers need 64 bits", () => {
    for (const integer of integersIn(document)) {
      const { minimum, maximum, format } = integer
      const fits =
        typeof maximum === "number" && maximum < 1_000_000_000 && (typeof minimum !== "number" || minimum >= -(2 ** 31))
      assert.strictEqual(format, fits ? undefined : "int64", JSON.stringify(integer))
    }
  })

  it("lets answers have new fields, but no body", () => {
    for (const { path, operation } of documented) {
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
        assert.strictEqual(schemaOf(schema)["additionalProperties"], false, path)
      }
      assert.notInclude(JSON.stringify(operation.responses), '"additionalProperties":false', path)
    }
  })

  it("is below 250 KB", () => {
    assert.isBelow(Buffer.byteLength(text), 250_000)
  })

  it("says of each body whether it may be absent, and shows none as null", () => {
    for (const { path, operation } of documented) {
      if (operation.requestBody === undefined) continue
      const { content, required } = operation.requestBody
      assert.strictEqual(required, !path.endsWith("/rotate-secret"), path)
      for (const { schema } of Object.values(content)) assert.strictEqual(schemaOf(schema)["type"], "object", path)
    }
  })

  it("shows no regular expression", () => {
    assert.notInclude(text, '"pattern"')
  })

  it("describes every response, with a schema that has a description for every property", () => {
    for (const { path, operation } of documented) {
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        assert.notMatch(description, /^(Success|Error)$/, `${path} ${status}`)
        for (const { schema } of Object.values(content)) {
          if (status.startsWith("2")) assert.deepStrictEqual(undescribed(schemaOf(schema)), [], path)
        }
      }
    }
  })

  it("documents every problem of an operation with the words of the table", () => {
    for (const { path, operation } of documented) {
      for (const status of ["400", "401", "429", "503"]) assert.property(operation.responses, status, path)
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue
        assert.deepStrictEqual(Object.keys(content), ["application/problem+json"])
        const kinds = Object.values(problemTable).filter((kind) => description.includes(`${kind.when}. ${kind.fix}.`))
        assert.isNotEmpty(kinds, `${path} ${status}`)
        for (const kind of kinds) assert.strictEqual(String(kind.status), status)
      }
    }
  })

  it("has the families of the service description as tags, each once", () => {
    assert.deepStrictEqual(
      document.tags.map(({ name }) => name),
      ["Account and usage", "Post queries", "Account queries", "Leaderboards and statistics", "Webhook management"]
    )
  })

  it("shows an example of every answer that the schema of the result takes", () => {
    for (const operation of operations) {
      const { identifier } = operation.endpoint
      assert.property(answerExamples, identifier)
      if (!("result" in operation)) continue
      const decoded = Schema.decodeUnknownResult(Schema.toCodecJson(operation.result))(answerExamples[identifier], {
        onExcessProperty: "error"
      })
      assert.isTrue(Result.isSuccess(decoded), `${identifier}: ${Result.isFailure(decoded) ? decoded.failure : ""}`)
    }
    assert.sameMembers(
      Object.keys(answerExamples),
      operations.map(({ endpoint }) => endpoint.identifier)
    )
    for (const { path, operation } of documented) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const shown = Object.values(content).filter((one) => one.example !== undefined || one.examples !== undefined)
        assert.isNotEmpty(shown, `${path} ${status}`)
      }
    }
  })

  it("shows an example of every body that the schema of the body takes", () => {
    for (const { endpoint } of operations) {
      const schemas = [...endpoint.payload.values()].flatMap(({ schemas }) => schemas)
      if (schemas.length === 0) continue
      const takes = schemas.some((schema) => Schema.is(Schema.toEncoded(schema))(bodyExamples[endpoint.identifier]))
      assert.isTrue(takes, endpoint.identifier)
    }
  })

  it("describes every property of the components", () => {
    // The members of RFC 9457 need no words, and a check that JSON Schema cannot express hides those of a body's field.
    const records = Object.entries(schemas).filter(([name]) => !/(Problem|Input|Acknowledgement)$/.test(name))
    for (const [name, schema] of records) assert.deepStrictEqual(undescribed(schema), [], name)
  })

  it("describes the event that endpoints receive, with an example", () => {
    const { requestBody, parameters } = document.webhooks.event.post
    const { schema, example } = requestBody.content["application/json"] ?? {}
    assert.isTrue(Schema.is(WebhookEvent)(example))
    assert.deepStrictEqual(schema, { $ref: "#/components/schemas/Event" })
    assert.includeMembers(
      parameters.map((one) => found(sharedParameters, one).name),
      ["X-Service-Signature", "X-Service-Idempotency-Key"]
    )
  })

  for (const { endpoint, fields } of operations) {
    const { method, path } = endpoint
    const parameters =
      documented.find((one) => one.path === documentPath(path) && one.method === method.toLowerCase())?.operation
        .parameters ?? []

    it(`describes the parameters of ${method} ${documentPath(path)}`, () => {
      assert.sameMembers(
        parameters.map(({ name }) => name),
        Object.keys(fields)
      )
      for (const { name, schema, example, style, explode } of parameters) {
        const field = fields[name]
        assert(field !== undefined)
        assert.strictEqual(schema["type"], jsonType(field), name)
        assert.strictEqual(style, schema["type"] === "array" ? "form" : undefined, name)
        assert.strictEqual(explode, schema["type"] === "array" ? true : undefined, name)
        if (schema["type"] === "integer") assert.containsAllKeys(schema, ["minimum", "maximum"], name)
        const decodes = Schema.is(Schema.toType(field))
        assert.isTrue(decodes(example), `${name}: the example is not allowed`)
        // What the document promises is what services fill in, and allowed itself.
        assert.strictEqual(schema["default"], "defaultValue" in field ? field.defaultValue : undefined, name)
        if (schema["default"] !== undefined) assert.isTrue(decodes(schema["default"]), `${name}: the default`)
      }
    })
  }
})

/** The schemas of integers, wherever they are. */
const integersIn = (value: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  if (typeof value !== "object" || value === null) return []
  const { type }: { readonly type?: unknown } = value
  const isInteger = type === "integer" || (Array.isArray(type) && type.includes("integer"))
  return [...(isInteger ? [{ ...value }] : []), ...Object.values(value).flatMap(integersIn)]
}

/** The JSON type of what the server gets from this parameter. */
const jsonType = (field: Schema.Constraint): string => {
  const allows = Schema.is(Schema.toType(field))
  if (allows(true)) return "boolean"
  if (allows(["a"])) return "array"
  return [0, 1, 7, 30, 200].some((number) => allows(number)) ? "integer" : "string"
}

/** Members of the envelopes, which `docs/api.md` explains once for all calls. */
const fixed = new Set(["data", "dry_run", "credits_consumed"])

/** Where properties without a description are in a schema. */
const undescribed = (schema: unknown, at = ""): ReadonlyArray<string> => {
  if (typeof schema !== "object" || schema === null) return []
  const { properties, items, oneOf }: { properties?: object; items?: unknown; oneOf?: ReadonlyArray<unknown> } = schema
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, property]: [string, { readonly description?: string }]) => [
      ...(property.description === undefined && !("$ref" in property) && !fixed.has(name) ? [`${at}.${name}`] : []),
      ...undescribed(property, `${at}.${name}`)
    ]),
    ...undescribed(items, `${at}[]`),
    ...(oneOf ?? []).flatMap((one) => undescribed(one, at))
  ]
}
