/** A list of a tool's arguments reaches the operation as it was sent, item by item. */
import { assert, it } from "@effect/vitest"
import { operations } from "@heddle/api"
import { Effect, Schema } from "effect"
import fc from "fast-check"
import { decodeArguments, parametersOf } from "../../../src/operations/parameters/Arguments.ts"

const search = operations.find(({ endpoint }) => endpoint.identifier === "searchPosts")

const Asked = Schema.Struct({
  request: Schema.Struct({ query: Schema.Struct({ keywords: Schema.Array(Schema.String) }) })
})

const item = fc.oneof(
  fc.stringMatching(/^[a-z咖啡活動ㅋ][a-z咖啡 ,"'[\]{}\\3]{0,12}[a-z動]$/),
  fc.constantFrom("3,000", '["a"]', "[", "a,b,c", '"quoted"', "咖啡，茶", "null")
)

it("lists of keywords, as a list and as JSON text", () => {
  assert(search !== undefined)
  const parameters = parametersOf(search, false)
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 10 }), fc.boolean(), (keywords, asText) => {
      const given = { keywords: asText ? JSON.stringify(keywords) : keywords }
      const asked = Schema.decodeUnknownSync(Asked)(Effect.runSync(decodeArguments(search, parameters, given)))
      assert.deepStrictEqual(asked.request.query.keywords, keywords)
    })
  )
})
