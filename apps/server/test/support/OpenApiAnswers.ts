/** The schemas of answers as an OpenAPI document states them, to hold real answers against. */
import { type JsonSchema, Schema, SchemaParser, SchemaRepresentation } from "effect"

const Declared = Schema.Struct({
  content: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Struct({ schema: Schema.Record(Schema.String, Schema.Json) }))
  )
})
const Response = Schema.Union([Schema.Struct({ $ref: Schema.String }), Declared])
const Document = Schema.fromJsonString(
  Schema.Struct({
    paths: Schema.Record(
      Schema.String,
      Schema.Record(Schema.String, Schema.Struct({ responses: Schema.Record(Schema.String, Response) }))
    ),
    components: Schema.Struct({
      schemas: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json)),
      responses: Schema.optionalKey(Schema.Record(Schema.String, Declared))
    })
  })
)

/** Checks a body against what the document declares; throws what is wrong, and returns false when nothing is declared. */
export type CheckAnswer = (path: string, method: string, status: number, body: unknown) => boolean

export const answersOf = (document: string): CheckAnswer => {
  const { paths, components } = Schema.decodeUnknownSync(Document)(
    document.replaceAll("#/components/schemas/", "#/$defs/")
  )
  const checks = new Map<string, (body: unknown) => void>()
  const nameOf = (path: string, method: string, status: number | string) => `${method.toUpperCase()} ${path} ${status}`
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(item)) {
      for (const [status, response] of Object.entries(responses)) {
        const { content = {} } =
          "$ref" in response ? (components.responses?.[response.$ref.split("/").at(-1) ?? ""] ?? {}) : response
        const [media] = Object.values(content)
        if (media === undefined) continue
        const root: JsonSchema.Document<"draft-2020-12"> = {
          dialect: "draft-2020-12",
          schema: media.schema,
          definitions: components.schemas
        }
        const schema = SchemaRepresentation.fromJsonSchemaDocument(root, { patterns: "apply" })
        checks.set(
          nameOf(path, method, status),
          SchemaParser.decodeUnknownSync(Schema.toType(schema), { onExcessProperty: "error" })
        )
      }
    }
  }
  return (path, method, status, body) => {
    const check = checks.get(nameOf(path.replaceAll(/:([a-z_]+)/g, "{$1}"), method, status))
    check?.(body)
    return check !== undefined
  }
}
