import { glob, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../src/", import.meta.url))

it("knows the receiver by its entries, and no other package", async () => {
  const strangers: Array<string> = []
  for await (const path of glob("**/*.ts", { cwd: root })) {
    const source = await readFile(root + path, "utf8")
    for (const [, target = ""] of source.matchAll(/from "([^"]+)"/g)) {
      if (!/^(?:\.\.?\/(?!.*receiver\/)|node:|@heddle\/receiver(?:\/node|\/testing)?$)/.test(target)) {
        strangers.push(`${path}: ${target}`)
      }
    }
  }
  expect(strangers).toEqual([])
})
