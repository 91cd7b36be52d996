/** Codes of Bluesky: what they stand for, and that they need no escaping. */
import { assert, describe, it } from "@effect/vitest"
import { identifierAtMost } from "@heddle/api"
import fc from "fast-check"
import { codeOf, codeOfUri, microsOfTid, partsOfCode, uriOfCode } from "../../../src/sources/bluesky/PostCode.ts"
import { tidOf } from "../../../../../test/support/jetstream/Tids.ts"

const letters = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength })

const small = "abcdefghijklmnopqrstuvwxyz0123456789"
const did = fc
  .tuple(fc.constantFrom("plc", "web"), letters(`${small}.-_`, 0, 20), letters(small, 1, 3))
  .map(([method, name, end]) => `did:${method}:${name}${end}`)
const rkey = letters(`${small}ABC.-_~:`, 1, 40)

describe("the code of a post of Bluesky", () => {
  it("stands for one address, and works in a path and in a list", () => {
    fc.assert(
      fc.property(did, rkey, (repo, key) => {
        const code = codeOf(repo, key)
        assert.deepStrictEqual(partsOfCode(code), { did: repo, rkey: key })
        const uri = uriOfCode(code)
        assert.strictEqual(uri, `at://${repo}/app.bsky.feed.post/${key}`)
        assert.strictEqual(codeOfUri(uri ?? ""), code)
        assert.notMatch(code, /[\s,/?#%]/)
        assert.strictEqual(new URL(`https://api.example.com/post/${code}/chain`).pathname, `/post/${code}/chain`)
        assert.isAtMost(code.length, identifierAtMost.code)
      })
    )
  })

  it("is none for codes of other networks and for addresses of other things", () => {
    for (const code of ["p-1", "", "~", "a~b", "~did:plc:a", "a b~did:plc:a", "3kmadeupkey2k~did:plc:"]) {
      assert.isNull(partsOfCode(code), code)
      assert.isNull(uriOfCode(code), code)
    }
    for (const uri of [
      "",
      "https://bsky.app",
      "at://did:plc:a/app.bsky.feed.generator/news",
      "at://did:plc:a/app.bsky.feed.post/",
      "at://alice.example.com/app.bsky.feed.post/3kmadeupkey2k",
      "at://did:plc:a/app.bsky.feed.post/3kmadeupkey2k/more",
      "at://did:plc:a/app.bsky.feed.post/with space"
    ]) {
      assert.isNull(codeOfUri(uri), uri)
    }
  })
})

describe("a TID", () => {
  it("tells its time, and sorts by it", () => {
    const micros = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(micros, micros, fc.nat(1_023), (one, other, clock) => {
        assert.strictEqual(microsOfTid(tidOf(one, clock)), one)
        if (one !== other) assert.strictEqual(tidOf(one, clock) < tidOf(other, clock), one < other)
      })
    )
  })

  it("has the layout that atproto specifies", () => {
    assert.strictEqual(microsOfTid("2222222222222"), 0)
    assert.strictEqual(microsOfTid("2222222222322"), 1)
    assert.strictEqual(microsOfTid("3222222222222"), 2 ** 50)
    for (const text of ["", "self", "222222222222", "z222222222222", "2222222222220"])
      assert.isNull(microsOfTid(text), text)
  })
})
