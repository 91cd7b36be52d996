/** The examples of README.md, run as a reader would run them, with what they take from the reader's own program. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, expect, it } from "vitest"
import { secret } from "../support/Fixtures.ts"
import { runProgram } from "../support/Program.ts"

const packageDir = fileURLToPath(new URL("../../", import.meta.url))
const page = await readFile(join(packageDir, "README.md"), "utf8")
const [withFetch = "", withVerify = ""] = Array.from(page.matchAll(/^```ts\n([^]*?)^```$/gm), ([, code]) => code)

// Inside the package, whose own name resolves there; outside node_modules, where TypeScript would not be stripped.
const folder = join(packageDir, `test/.readme-${process.pid}`)
await mkdir(folder, { recursive: true })
afterAll(() => rm(folder, { recursive: true }))

const run = async (code: string) => {
  const file = join(folder, "example.mts")
  await writeFile(file, code)
  return runProgram([process.execPath, "--no-warnings", file], {
    cwd: folder,
    env: { HEDDLE_WEBHOOK_SECRET: secret }
  })
}

const request = `import { sampleEvent, signRequest } from "@heddle/receiver/testing"
const secrets = process.env.HEDDLE_WEBHOOK_SECRET ?? ""
const request = (await signRequest({ secrets, body: sampleEvent() })).request()
`

it("the receiver with fetch saves an event", async () => {
  const save = "const save = async (key: string) => console.log(key)\n"
  const printed = await run(`${withFetch}${save}${request}console.log((await POST(request)).status)`)
  expect(printed).toMatch(/v1:keyword:.*\n200/)
})

it("`verify` returns the body of a genuine request", async () => {
  const printed = await run(
    `import { verify } from "@heddle/receiver"\n${request}${withVerify}console.log(body.length > 0, signedAt)`
  )
  expect(printed).toContain("true")
})
