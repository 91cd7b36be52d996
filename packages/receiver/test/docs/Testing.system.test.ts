/** The page's examples, run as a reader would run them. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { runProgram } from "../support/Program.ts"

const packageDir = fileURLToPath(new URL("../../", import.meta.url))
const page = await readFile(join(packageDir, "docs/testing.md"), "utf8")
// Inside the package, whose own name resolves there; outside node_modules, where TypeScript would not be stripped.
const folder = join(packageDir, `test/.testing-page-${process.pid}`)

function example(kind: string): string {
  const found = new RegExp(`\`\`\`(?:ts|js) ${kind}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1]
  if (found === undefined) throw new Error(`The page has no example for ${kind}.`)
  return found
}

await mkdir(folder, { recursive: true })
afterAll(() => rm(folder, { recursive: true }))

describe("docs/testing.md", async () => {
  it("the example for node:test passes", async () => {
    const file = join(folder, "example.mjs")
    await writeFile(file, example("node:test"))
    const command = [process.execPath, "--test", "--test-reporter=tap", file]
    expect(await runProgram(command, { cwd: folder, env: {} })).toContain("# pass 1")
  })

  // Registered by the example itself, so a broken example is a failing test here.
  const file = join(folder, "example.ts")
  await writeFile(file, example("vitest"))
  await import(file)
})
