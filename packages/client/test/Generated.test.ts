import { operations as contract } from "@heddle/api"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { generate } from "../scripts/Generate.ts"
import { Heddle, operations } from "../src/index.ts"

describe("the generated file", () => {
  it("is what the contract makes of it: otherwise run `npm run generate -w packages/client`", async () => {
    const written = readFileSync(new URL("../src/generated.ts", import.meta.url), "utf8")
    expect(written === (await generate())).toBe(true)
  })

  it("has a method for every operation of the contract", () => {
    const heddle = new Heddle({ apiKey: "hdl_test", baseUrl: "https://heddle.example" })
    const missing = contract.map(({ endpoint }) => endpoint.identifier).filter((name) => !(name in heddle))
    expect(missing).toEqual([])
  })

  it("takes a key wherever a call costs or writes, so that trying again is safe", () => {
    const withoutKey = Object.entries(operations).filter(
      ([, { kind, takesKey }]) => (kind === "priced" || kind === "write") && !takesKey
    )
    expect(withoutKey).toEqual([])
  })
})
