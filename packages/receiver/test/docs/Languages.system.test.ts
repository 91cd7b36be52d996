/** The programs of docs/languages.md, run as a reader would run them. */
import {
  expire,
  postdate,
  rotate,
  sampleEvent,
  signRequest,
  tamperBody,
  tamperSignature
} from "@heddle/receiver/testing"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { cleanEnvironment } from "../../../../test/support/HeddleProcess.ts"
import { goCommand, phpCommand, pythonCommand, rubyCommand } from "../../../../test/support/Interpreters.ts"
import { otherSecret, secret } from "../support/Fixtures.ts"

const page = await readFile(new URL("../../docs/languages.md", import.meta.url), "utf8")
const header = "X-Service-Signature"

const languages = [
  { fence: "python", file: "verify.py", command: pythonCommand, run: ["verify.py"] },
  { fence: "go", file: "verify.go", command: goCommand, run: ["run", "verify.go"] },
  { fence: "php", file: "verify.php", command: phpCommand, run: ["verify.php"] },
  { fence: "ruby", file: "verify.rb", command: rubyCommand, run: ["verify.rb"] }
] as const

const codeIn = (fence: string): string => new RegExp(`\`\`\`${fence}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? ""

const body = sampleEvent({ post: { caption: '台積電 カフェ 커피 café 📈 \\ " / \u2028' } })
const sign = (secrets: string | ReadonlyArray<string> = secret) => signRequest({ secrets, body })
const withHeader = async (change: (value: string) => string) => {
  const signed = await sign()
  return signed.with({ headers: { [header]: change(signed.headers[header] ?? "") } })
}

const cases: ReadonlyArray<[string, "genuine" | "refused", () => ReturnType<typeof sign>]> = [
  ["an event in several scripts", "genuine", () => sign()],
  ["bytes that are no text", "genuine", () => signRequest({ secrets: secret, body: Uint8Array.of(0, 255, 10, 13) })],
  ["nothing", "genuine", () => signRequest({ secrets: secret, body: "" })],
  ["the second of two secrets", "genuine", () => sign(otherSecret)],
  [
    "two signatures, as after a rotation",
    "genuine",
    async () => rotate(await sign(), "whsec_TheNextSecret0000000000=")
  ],
  ["a later scheme beside v1", "genuine", () => withHeader((value) => `${value},v2=x`)],
  ["one bit of the body changed", "refused", async () => tamperBody(await sign())],
  ["one digit of the signature changed", "refused", async () => tamperSignature(await sign())],
  ["another secret", "refused", () => sign("whsec_TheSecretOfAnotherEndpoint=")],
  ["signed 301 s ago", "refused", async () => expire(await sign())],
  ["signed 330 s ahead", "refused", async () => postdate(await sign())],
  ["no header at all", "refused", async () => (await sign()).with({ headers: { [header]: undefined } })],
  ["a header that is empty", "refused", () => withHeader(() => "")],
  ["a header without v1", "refused", () => withHeader((value) => value.split(",")[0] ?? "")],
  ["a header without t", "refused", () => withHeader((value) => value.split(",")[1] ?? "")],
  ["a header with two t", "refused", () => withHeader((value) => `t=1,${value}`)],
  ["a t that is no number", "refused", () => withHeader((value) => value.replace("t=", "t=x"))],
  ["an empty v1", "refused", () => withHeader((value) => value.replace(/v1=.*/, "v1="))],
  ["nonsense", "refused", () => withHeader(() => "=,=t,,v1,台")]
]

it("has a program for every language", () => {
  const missing = languages.filter(
    ({ fence, file }) =>
      !codeIn(fence)
        .split("\n")
        .some((line) => line.endsWith(` ${file}`))
  )
  expect(missing).toEqual([])
})

for (const { fence, file, command, run } of languages) {
  describeWith(command, file, (program) => {
    let folder = ""
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "receiver-language-"))
      await writeFile(join(folder, file), codeIn(fence))
    })
    afterAll(() => rm(folder, { recursive: true }))

    async function verdictOn({ headers, body }: Awaited<ReturnType<typeof sign>>, secrets: string) {
      const env = { ...cleanEnvironment(), GOCACHE: join(folder, ".cache"), HEDDLE_WEBHOOK_SECRET: secrets }
      const value = headers[header]
      const child = spawn(program, [...run, ...(value === undefined ? [] : [value])], { cwd: folder, env })
      let printed = ""
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)))
      child.stdin.end(body)
      const [code] = await once(child, "close")
      return { code, printed: printed.split("\n")[0] }
    }

    it.each(cases)("%s is %s", async (_, expected, request) => {
      const verdict = await verdictOn(await request(), `${secret},${otherSecret}`)
      expect(verdict).toEqual({ code: expected === "genuine" ? 0 : 1, printed: expected })
    })

    it.each(["", ","])("the empty secret %j lets nobody in", async (secrets) => {
      const { code, printed } = await verdictOn(await sign(), secrets)
      expect(code).toBeGreaterThan(0)
      expect(printed).not.toBe("genuine")
    })
  })
}
