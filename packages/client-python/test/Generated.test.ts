import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { generatePython, pythonFile } from "../../client/scripts/Python.ts"

it("the generated file is what the contract makes of it: otherwise run `npm run generate -w packages/client`", () => {
  expect(readFileSync(pythonFile, "utf8") === generatePython()).toBe(true)
})
