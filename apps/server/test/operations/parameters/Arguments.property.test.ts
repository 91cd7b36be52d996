/** Arguments of a tool reach the operation as they are meant, lists item by item; others are refused with what to send. */
import { assert, it } from "@effect/vitest"
import { operations } from "@heddle/api"
import { Effect, Result, Schema } from "effect"
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

const keywords = ["台積電"]

const decode = (sent: Readonly<Record<string, unknown>>) => {
  assert(search !== undefined)
  return Effect.runSync(Effect.result(decodeArguments(search, parametersOf(search, false), { keywords, ...sent })))
}

/** Arguments as sent, and the request that they mean. */
const meant: ReadonlyArray<readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]> = [
  [{ language: '["zh"]' }, { language: "zh" }],
  [{ language: "[]" }, {}],
  [{ language: [null] }, {}],
  [{ exclude: [null, ""] }, {}],
  [{ exclude: null }, {}],
  [{ exclude: ["a", null] }, { exclude: ["a"] }],
  [{ exclude: '["a", null]' }, { exclude: ["a"] }],
  [{ limit: "10" }, { limit: 10 }],
  [{ limit: " 10 " }, { limit: 10 }],
  [{ limit: 10.0 }, { limit: 10 }],
  [{ limit: "10.0" }, { limit: 10 }],
  [{ limit: "[10]" }, { limit: 10 }],
  [{ include_details: "True" }, { include_details: true }],
  [{ include_details: " false " }, { include_details: false }]
]

it("an argument in another form than its own", () => {
  for (const [sent, query] of meant) {
    const asked = Result.getOrUndefined(decode(sent))
    assert.deepStrictEqual<unknown>(asked?.request, {
      params: undefined,
      query: { keywords, ...query },
      payload: undefined
    })
  }
})

const list = "keywords: must be a list of strings"
const refused: ReadonlyArray<readonly [Readonly<Record<string, unknown>>, string]> = [
  [{ keywords: ["a", ["b"]] }, list],
  [{ keywords: [{ keyword: "a" }] }, list],
  [{ keywords: { keyword: "a" } }, list],
  [{ keywords: '{"keyword":"a"}' }, list],
  [{ language: ["zh", "en"] }, "language: must be one string, not a list or an object"],
  [{ language: { code: "zh" } }, "language: must be one string, not a list or an object"],
  [{ language: [["zh"]] }, "language: must be one string, not a list or an object"],
  [{ limit: { max: 10 } }, "limit: must be a number"],
  [{ limit: [10, 20] }, "limit: must be a number"],
  [{ limit: "ten" }, "limit: must be a number"],
  [{ limit: 10.5 }, "limit: must be a whole number from 1 to 500"],
  [{ include_details: "yes" }, "include_details: must be true or false"],
  [{ include_details: 1 }, "include_details: must be true or false"]
]

it("an argument without a clear meaning is refused with what to send", () => {
  for (const [sent, detail] of refused) {
    const asked = decode(sent)
    assert(Result.isFailure(asked), JSON.stringify(sent))
    assert.strictEqual(asked.failure.detail, detail)
  }
})
