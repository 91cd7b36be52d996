import { assert, describe, it } from "@effect/vitest"
import { textVersion } from "../../src/index.ts"
import { derivedChecksum } from "./Derived.ts"

/** What each version makes of the texts, from version 1 up. Add to it, and never change what a release has. */
const checksums = [
  "1b0d7a9439282f737a8d653d01fbba090cfc14398248b21f27e65400e9785c91",
  "1405f69ac815fce644a001775e85510ef2df9f9dc147a8e0a130210e07f0c83d"
]

describe("textVersion", () => {
  it("rises whenever the rules make something else of a text", () => {
    assert.deepStrictEqual(
      { textVersion, checksum: derivedChecksum() },
      { textVersion: checksums.length, checksum: checksums.at(-1) },
      "What is derived from texts has changed: raise textVersion in src/index.ts, and add the new checksum here"
    )
  })
})
