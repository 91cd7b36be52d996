/** What `tools/list` shows: forms that every client accepts, texts that a model can choose by. */
import { assert, describe, it } from "@effect/vitest"
import { operations } from "@heddle/api"
import { Schema } from "effect"
import { toolsOf } from "../../../src/transport/mcp/Tools.ts"

const definitions = toolsOf(operations).map(({ definition }) => definition)

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Some clients drop a tool over one of these, others the whole session. */
const rejected = ["$ref", "$defs", "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "patternProperties"]

/** Every object and list in a value. */
const within = (value: unknown): ReadonlyArray<object> =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(within)] : []

const InputSchema = Schema.Struct({
  type: Schema.Literal("object"),
  properties: Schema.Record(
    Schema.String,
    Schema.Struct({
      type: Schema.Literals(["string", "integer", "boolean", "array"]),
      description: Schema.NonEmptyString,
      items: Schema.optionalKey(Schema.Struct({ type: Schema.Literal("string") })),
      enum: Schema.optionalKey(Schema.Array(Schema.String)),
      default: Schema.optionalKey(Schema.Unknown),
      minimum: Schema.optionalKey(Schema.Int),
      maximum: Schema.optionalKey(Schema.Int)
    })
  ),
  required: Schema.Array(Schema.String)
})

describe("the tools", () => {
  it("are those of the description that have an operation, in the order of the table", () => {
    assert.deepStrictEqual(
      definitions.map(({ name }) => name),
      [
        "get_balance",
        "search_posts",
        "get_hot_posts",
        "get_keyword_trend",
        "get_inspiration",
        "semantic_search_posts",
        "forecast_posts",
        "get_user_follower_history",
        "get_user_interactions",
        "get_user_top_threads",
        "get_user",
        "get_live_posts",
        "get_live_users",
        "get_cool_replies",
        "get_follower_growth",
        "get_post_like_growth",
        "get_follower_ladder",
        "get_like_ladder",
        "get_power_hours"
      ]
    )
  })

  it("have schemas without anything that a client rejects", () => {
    for (const { name, inputSchema, outputSchema } of definitions) {
      for (const part of [...within(inputSchema), ...within(outputSchema)]) {
        for (const keyword of rejected) assert.notProperty(part, keyword, name)
        if ("type" in part && !("properties" in part && part.type !== "object")) assert.isString(part.type, name)
        assert.notProperty(part, "additionalProperties", name)
      }
      assert.strictEqual(outputSchema.type, "object")
      assert.include(outputSchema.required, "credits_consumed", name)
    }
  })

  it("have flat arguments with a type and a description, lists of text as arrays", () => {
    for (const { name, inputSchema } of definitions) {
      const decoded = Schema.decodeUnknownSync(InputSchema, { onExcessProperty: "error" })(inputSchema)
      for (const [argument, { type, items }] of Object.entries(decoded.properties)) {
        assert.strictEqual(type === "array", items !== undefined, `${name} ${argument}`)
      }
      for (const required of decoded.required) assert.property(decoded.properties, required, name)
      assert.notProperty(decoded.properties, "dry_run", name)
      assert.notProperty(decoded.properties, "idempotency-key", name)
    }
  })

  it("say their price at the end, and no two have the same text", () => {
    const prices = new Map(operations.map(({ tool, price }) => [tool?.name, price.text]))
    for (const { name, description } of definitions) {
      const text = prices.get(name) ?? ""
      assert.match(description, new RegExp(`\\. Price: ${text.charAt(0)}`, "i"), name)
      assert.isTrue(description.toLowerCase().endsWith(`${text.toLowerCase()}.`), name)
      assert.isBelow(description.length, 400, name)
    }
    assert.lengthOf(new Set(definitions.map(({ description }) => description)), definitions.length)
    assert.lengthOf(new Set(definitions.map(({ title }) => title)), definitions.length)
  })

  it("are declared as reading, and as reading the network where they do", () => {
    const open = definitions.filter(({ annotations }) => annotations.openWorldHint).map(({ name }) => name)
    assert.sameMembers(open, ["get_user", "get_live_posts", "get_live_users"])
    for (const { annotations } of definitions) {
      assert.isTrue(annotations.readOnlyHint)
      assert.isFalse(annotations.destructiveHint)
      assert.notProperty(annotations, "idempotentHint", "says something of tools that change something alone")
    }
  })

  it("can be read in parts where they list rows, but for the one whose answers are whole", () => {
    const inParts = definitions.filter(({ inputSchema }) => "cursor" in inputSchema.properties).map(({ name }) => name)
    assert.sameMembers(inParts, [
      "search_posts",
      "get_hot_posts",
      "get_keyword_trend",
      "get_inspiration",
      "semantic_search_posts",
      "forecast_posts",
      "get_user_follower_history",
      "get_user_top_threads",
      "get_user",
      "get_live_posts",
      "get_live_users",
      "get_cool_replies",
      "get_follower_growth",
      "get_post_like_growth"
    ])
  })

  it("take less than 24 KB of a conversation", () => {
    assert.isBelow(bytesOf(definitions), 24 * 1_024)
  })
})
