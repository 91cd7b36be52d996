/** Whatever somebody types stays one value: each snippet is read by the interpreter it is written for. */
import { spawnSync } from "node:child_process"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { python } from "../../../../test/support/Interpreters.ts"
import { requestOf, snippetLanguages } from "../../src/snippets/index.ts"
import { shellWord, stringLiteral } from "../../src/snippets/ApiRequest.ts"

const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom("'", '"', "\\", "`", "$", "(", ")", "\n", "\r", " ", "!", "咖", "\u2028", "\u202e", "\ufeff"),
    maxLength: 12
  })
)
const word = nasty.filter((text) => !text.includes("\0"))
const words = (from: fc.Arbitrary<string>) => fc.array(from, { minLength: 1, maxLength: 60 })

const output = (program: string, args: ReadonlyArray<string>, input?: string): Buffer => {
  const { status, stdout, stderr } = spawnSync(program, args, { input })
  expect(status === 0 ? "" : stderr.toString()).toBe("")
  return stdout
}

const hex = (texts: ReadonlyArray<string>) => texts.map((text) => Buffer.from(text).toString("hex"))

const operation = {
  method: "GET",
  path: "/user/{username}/top-threads",
  parameters: [
    { name: "username", in: "path" },
    { name: "topic", in: "query" },
    { name: "codes", in: "query" },
    { name: "limit", in: "query" }
  ]
} as const

const request = (topic: string, username = "ann.example") =>
  requestOf("https://heddle.example/", operation, { username, topic, codes: ["a", "b"], limit: 3 })

const written = (language: string, topic: string, username?: string) =>
  snippetLanguages.find(({ id }) => id === language)?.write(request(topic, username)) ?? ""

const body = { text: `it's "AI" \\`, limits: [1, null, true], nested: { a: "b" } }
const post = requestOf(
  "https://heddle.example",
  { method: "POST", path: "/x", parameters: [{ name: "rule", in: "body" }] },
  { rule: body }
)

describe("quoting", () => {
  it("a shell reads every word as it was", () => {
    fc.assert(
      fc.property(words(word), (texts) => {
        const script = `printf '%s\\0' ${texts.map(shellWord).join(" ")}`
        expect(output("sh", ["-s"], script)).toEqual(Buffer.from(texts.map((text) => `${text}\0`).join("")))
      }),
      { numRuns: 40 }
    )
  })

  it("TypeScript reads every string as it was", () => {
    fc.assert(
      fc.property(words(nasty), (texts) => {
        const script = `const hex = (text: string) => Buffer.from(text).toString("hex")
console.log(JSON.stringify([${texts.map(stringLiteral).join(", ")}].map(hex)))`
        const run = output(process.execPath, ["--input-type=module-typescript", "--no-warnings", "-"], script)
        expect(JSON.parse(run.toString())).toEqual(hex(texts))
      }),
      { numRuns: 5 }
    )
  })
})

describe("a call as code", () => {
  it("curl gets one argument for each part, and encodes the value itself", () => {
    fc.assert(
      fc.property(word, word, (topic, username) => {
        const script = `curl() { printf '%s\\0' "$@"; }\nHEDDLE_API_KEY=hdl_x\n${written("curl", topic, username)}`
        expect(output("sh", ["-s"], script).toString().split("\0").slice(0, -1)).toEqual([
          `https://heddle.example/user/${encodeURIComponent(username)}/top-threads`,
          "-G",
          "-H",
          "Authorization: Bearer hdl_x",
          "--data-urlencode",
          `topic=${Buffer.from(topic).toString()}`,
          "--data-urlencode",
          "codes=a,b",
          "--data-urlencode",
          "limit=3"
        ])
      }),
      { numRuns: 40 }
    )
  })

  it("TypeScript asks for the address that the API expects", () => {
    fc.assert(
      fc.property(nasty, (topic) => {
        const script = `globalThis.fetch = async (url: URL, init: RequestInit) => {
  console.log(JSON.stringify([[...url.searchParams], url.pathname, init]))
  return new Response("{}")
}
process.env.HEDDLE_API_KEY = "hdl_x"
${written("typescript", topic)}`
        const run = output(process.execPath, ["--input-type=module-typescript", "--no-warnings", "-"], script)
        const [line = ""] = run.toString().split("\n")
        expect(JSON.parse(line)).toEqual([
          [
            ["topic", Buffer.from(topic).toString()],
            ["codes", "a,b"],
            ["limit", "3"]
          ],
          "/user/ann.example/top-threads",
          { headers: { Authorization: "Bearer hdl_x" } }
        ])
      }),
      { numRuns: 5 }
    )
  })

  it("a body becomes JSON in every language that can send one", () => {
    const [curl, typeScript] = snippetLanguages.map(({ write }) => write(post, "hdl_x"))
    const shell = output("sh", ["-s"], `curl() { printf '%s\\0' "$@"; }\n${curl}`).toString().split("\0")
    expect(JSON.parse(shell.at(-2) ?? "")).toEqual({ rule: body })
    const node = output(
      process.execPath,
      ["--input-type=module-typescript", "--no-warnings", "-"],
      `globalThis.fetch = async (url: URL, init: RequestInit) => (console.log(init.body), new Response("{}"))\n${typeScript}`
    )
    expect(JSON.parse(node.toString().split("\n")[0] ?? "")).toEqual({ rule: body })
  })
})

describeWith(python, "With Python", (python) => {
  it("Python reads every string as it was", () => {
    fc.assert(
      fc.property(words(nasty), (texts) => {
        const script = `import json\nprint(json.dumps([text.encode().hex() for text in [${texts.map(stringLiteral).join(", ")}]]))`
        const run = python(script)
        expect(JSON.parse(run)).toEqual(hex(texts))
      }),
      { numRuns: 5 }
    )
  })

  it("Python asks for the address that the API expects", () => {
    fc.assert(
      fc.property(nasty, (topic) => {
        const script = `import io, os, urllib.request
os.environ["HEDDLE_API_KEY"] = "hdl_x"
def opened(request):
    return io.BytesIO(json.dumps([request.full_url, dict(request.header_items())]).encode())
urllib.request.urlopen = opened
${written("python", topic)}`
        const run = python(script.replace("print(json.load(response))", "print(response.read().decode())"))
        const [url, headers] = JSON.parse(run)
        expect([...new URL(url).searchParams]).toEqual([
          ["topic", Buffer.from(topic).toString()],
          ["codes", "a,b"],
          ["limit", "3"]
        ])
        expect(headers).toEqual({ Authorization: "Bearer hdl_x" })
      }),
      { numRuns: 5 }
    )
  })

  it("Python sends a body as JSON", () => {
    const script = snippetLanguages.find(({ id }) => id === "python")?.write(post, "hdl_x") ?? ""
    const sent = "import io, urllib.request\nurllib.request.urlopen = lambda request: io.BytesIO(request.data)\n"
    const run = python(`${sent}${script.replace("print(json.load(response))", "print(response.read().decode())")}`)
    expect(JSON.parse(run)).toEqual({ rule: body })
  })
})
