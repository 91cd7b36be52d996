/** Refusals that say what was wrong with the request, and `HEAD`. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"

onAnyDatabaseWith("A refused request", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("without a key is told what it had instead, never with the secret", () =>
    Effect.gen(function* () {
      const { key } = yield* customer()
      const basic = Buffer.from(`${key}:`).toString("base64")
      const cases: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string]> = [
        ["/balance", {}, ""],
        [
          "/balance",
          { authorization: key },
          "The header `Authorization` has a key without the word Bearer before it. "
        ],
        ["/balance", { authorization: "Bearer " }, "The header `Authorization` has no key after the word Bearer. "],
        [
          "/balance",
          { authorization: `Basic ${basic}` },
          "The header `Authorization` has the scheme Basic, which Heddle does not use. "
        ],
        [
          "/balance",
          { authorization: `Token ${key}` },
          "The header `Authorization` does not begin with the word Bearer. "
        ],
        ["/balance", { "x-api-key": key }, "The header `X-API-Key` is not read. "],
        [`/balance?api_key=${key}`, {}, "A key in the query (`api_key`) is not read; logs could show it. "]
      ]
      for (const [path, headers, seen] of cases) {
        const { status, json, text } = yield* call(path, { headers })
        assert.strictEqual(status, 401)
        assert.strictEqual(json["code"], "missing_api_key")
        assert.strictEqual(json["detail"], `${seen}Send an API key in the header \`Authorization: Bearer <API_KEY>\`.`)
        assert.notInclude(text, key)
        assert.notInclude(text, basic)
      }
    })
  )

  it.effect("whose body is not JSON is told where, in the detail and in errors", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard" })
      const post = (body: string) =>
        call("/webhook/endpoints", { key, method: "POST", body, headers: { "content-type": "application/json" } })
      const message = "the body is not JSON: line 2, column 9 should have a value"
      const { status, json } = yield* post('{\n  "url":https://example.com}')
      assert.strictEqual(status, 400)
      assert.strictEqual(json["detail"], message)
      assert.deepStrictEqual(json["errors"], [{ path: "", message }])
      const { json: array } = yield* post("[]")
      assert.deepStrictEqual(array["errors"], [{ path: "", message: array["detail"] }])
    })
  )

  it.effect("HEAD answers where a free GET does, and never runs a priced one", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard", credits: 100 })
      const get = yield* call("/balance", { key })
      const head = yield* call("/balance", { key, method: "HEAD" })
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      for (const name of ["content-type", "x-credits-remaining", "x-credits-consumed"]) {
        assert.strictEqual(head.headers.get(name), get.headers.get(name), name)
      }
      assert.strictEqual((yield* call("/balance", { method: "HEAD" })).status, 401)
      const priced = yield* call("/post/search?keywords=a", { key, method: "HEAD" })
      assert.deepStrictEqual([priced.status, priced.headers.get("allow")], [405, "GET"])
    })
  )
})
