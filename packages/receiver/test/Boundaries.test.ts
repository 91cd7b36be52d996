import { glob, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../src/", import.meta.url))

it("only adapters and the Node side of #crypto know Node, only one knows Effect, and nothing else is imported", async () => {
  const outside: Array<string> = []
  for await (const path of glob("**/*.ts", { cwd: root })) {
    const source = await readFile(root + path, "utf8")
    const imports = Array.from(source.matchAll(/from "([^"]+)"/g), ([, target = ""]) => target)
    const foreign = imports.filter((target) => !/^(?:\.|#crypto$)/.test(target))
    if (foreign.length > 0 || /\b(?:Buffer|process)\.\w/.test(source))
      outside.push(`${path}: ${[...new Set(foreign)].join()}`)
  }
  expect(outside.toSorted()).toEqual([
    "adapters/NodeHttp.ts: node:http",
    "adapters/effect.ts: effect,effect/http",
    "adapters/lambda.ts: node:buffer",
    "adapters/nest.ts: node:http",
    "core/crypto/NodeCrypto.ts: node:crypto"
  ])
})
