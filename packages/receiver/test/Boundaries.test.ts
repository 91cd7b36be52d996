import { glob, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../src/", import.meta.url))

it("only adapters, the command and the Node side of #crypto know Node, only two know Effect, and nothing else is imported", async () => {
  const outside: Array<string> = []
  for await (const path of glob("**/*.ts", { cwd: root })) {
    const source = await readFile(root + path, "utf8")
    const imports = Array.from(source.matchAll(/from "([^"]+)"/g), ([, target = ""]) => target)
    const known = path.startsWith("cli/") ? /^(?:\.|node:)/ : /^(?:\.|#crypto$)/
    const foreign = imports.filter((target) => !known.test(target))
    if (path.startsWith("cli/") && foreign.length === 0) continue
    if (foreign.length > 0 || /\b(?:Buffer|process)\.\w/.test(source))
      outside.push(`${path}: ${[...new Set(foreign)].join()}`)
  }
  expect(outside.toSorted()).toEqual([
    "adapters/EffectBody.ts: effect,effect/http",
    "adapters/NodeBody.ts: node:http",
    "adapters/NodeHandler.ts: node:http",
    "adapters/NodeReply.ts: node:http",
    "adapters/effect.ts: effect,effect/http",
    "adapters/lambda.ts: node:buffer",
    "adapters/nest.ts: node:http",
    "core/crypto/NodeCrypto.ts: node:crypto",
    "stores/effect-sql/SqlStore.ts: effect,effect/sql"
  ])
})
