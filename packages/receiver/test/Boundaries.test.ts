import { glob, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../src/", import.meta.url))

it("only the Node adapter knows Node, only the SQL store knows Effect, and nothing else is imported from outside", async () => {
  const outside: Array<string> = []
  for await (const path of glob("**/*.ts", { cwd: root })) {
    const source = await readFile(root + path, "utf8")
    const imports = Array.from(source.matchAll(/from "([^"]+)"/g), ([, target = ""]) => target)
    const foreign = imports.filter((target) => !target.startsWith("."))
    if (foreign.length > 0 || /\b(?:Buffer|process)\.\w/.test(source)) outside.push(`${path}: ${foreign.join()}`)
  }
  expect(outside.toSorted()).toEqual([
    "adapters/NodeBody.ts: node:http",
    "adapters/node.ts: node:http",
    "stores/effect-sql/SqlStore.ts: effect,effect/sql"
  ])
})
