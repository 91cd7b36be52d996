/** Codes of Mastodon's posts stand for one uri, and need no escaping in paths and lists. */
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { codeOfUri, uriOfCode } from "../../../src/sources/mastodon/MastodonCode.ts"

const codeFor = (uri: string) => Option.getOrThrow(codeOfUri(uri))

describe("codes of Mastodon's posts", () => {
  it("are the uri in characters that a path can hold", () => {
    assert.strictEqual(codeFor("https://a.example/users/ann/statuses/1"), "a.example!users!ann!statuses!1")
    assert.strictEqual(codeFor("https://a.example/notes/9?x=1,2#z"), "a.example!notes!9*3Fx*3D1*2C2*23z")
    assert.strictEqual(codeFor("https://a.example/é"), "a.example!*C3*A9")
    assert.strictEqual(codeFor("tag:a.example,2017-04-08:objectId=1"), "=tag:a.example*2C2017-04-08:objectId*3D1")
  })

  it("of one uri differ from those of every other, and lead back to it", () => {
    const uris = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ["https", "http"] }),
      fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" }).map((path) => `https://a.example/${path}`)
    )
    fc.assert(
      fc.property(uris, (uri) => {
        const code = codeOfUri(uri)
        if (Option.isNone(code)) return
        assert.match(code.value, /^[A-Za-z0-9._~:@!*=-]+$/)
        assert.strictEqual(
          new URL(`https://api.example/post/${code.value}/chain`).pathname,
          `/post/${code.value}/chain`
        )
        if (new URL(uri).pathname !== "/") assert.deepStrictEqual(uriOfCode(code.value), Option.some(uri))
      }),
      { numRuns: runs(300) }
    )
  })

  it("do not exist for an uri that is too long, and codes of other networks are no codes", () => {
    assert.isTrue(Option.isNone(codeOfUri(`https://a.example/${"x".repeat(600)}`)))
    assert.isTrue(Option.isNone(codeOfUri("")))
    for (const code of [
      "3mptbyoeyc22k~did:plc:dclwtltrt2ggsryagfzk7dp4",
      "3lbq5sbzq2k2a",
      "",
      "a b!c",
      "a.example",
      "a.example!*c3"
    ]) {
      assert.isTrue(Option.isNone(uriOfCode(code)), code)
    }
  })
})
