/** Code that is generated from the OpenAPI document compiles, and calls a running server. */
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import { runToEnd } from "../support/EndedProgram.ts"
import { goCommand, pythonCommand } from "../support/Interpreters.ts"
import { createAccount, ingest } from "../support/Operator.ts"
import { useServer } from "../support/RunningServer.ts"
import { generators, type Generators } from "./Generators.ts"

/** Programs as customers write them over what the generators made. Each prints the codes of the posts that it found. */
const program = (name: string) => readFileSync(new URL(`programs/${name}`, import.meta.url), "utf8")

const expected = { codes: ["m1", "m2"], credits: 4, notices: [] }

/** The program of the page for customers. */
const [, typescriptProgram = ""] =
  /```ts\n([^]*?)```/.exec(readFileSync(new URL("../../docs/clients.md", import.meta.url), "utf8")) ?? []

const Content = Schema.Struct({
  "application/json": Schema.Struct({ schema: Schema.Record(Schema.String, Schema.Unknown) })
})
const Document = Schema.Struct({
  paths: Schema.Struct({
    "/post/search": Schema.Struct({
      get: Schema.Struct({ responses: Schema.Struct({ 200: Schema.Struct({ content: Content }) }) })
    })
  }),
  components: Schema.Unknown
})

describe("generated clients", () => {
  const served = useServer()
  let env: Readonly<Record<string, string>>
  let document: string
  const folders: Array<string> = []

  const open = async ({ makeFolder }: Generators) => {
    const folder = await makeFolder()
    folders.push(folder)
    return folder
  }

  beforeAll(async () => {
    const server = served()
    const { apiKey } = await createAccount(server, { plan: "standard" })
    env = { BASE_URL: server.baseUrl, API_KEY: apiKey }
    const at = Math.floor(Date.now() / 1_000)
    const posts = ["m1", "m2", "m3"].map((code, index) => ({
      type: "post",
      code,
      caption: "marzipan is what you and I really like",
      username: "amy",
      post_timestamp: at - 60 * (index + 1)
    }))
    await ingest(server, posts.map((post) => JSON.stringify(post)).join("\n"))
    document = await (await fetch(`${server.baseUrl}/openapi.json`)).text()
  })

  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  /** The types of an answer of search. */
  const generateAnswer = async (programs: Generators, file: string, args: ReadonlyArray<string>) => {
    const folder = await open(programs)
    const { paths, components } = Schema.decodeUnknownSync(Document)(JSON.parse(document))
    const { schema } = paths["/post/search"].get.responses[200].content["application/json"]
    await writeFile(join(folder, "answer.json"), JSON.stringify({ ...schema, components }))
    const options = ["--src-lang", "schema", "--top-level", "Answer", "--out", file, ...args]
    const generated = await runToEnd(process.execPath, [programs.quicktype, ...options, "answer.json"], { cwd: folder })
    assert.strictEqual(generated.code, 0, generated.all)
    return folder
  }

  describeWith(generators, "in TypeScript", (programs) => {
    it("compiles and runs, and refuses a wrong parameter", async () => {
      const { openapiTypescript, tsc } = programs
      const folder = await open(programs)
      await writeFile(join(folder, "package.json"), '{ "type": "module" }')
      await writeFile(join(folder, "openapi.json"), document)
      const generated = await runToEnd(process.execPath, [openapiTypescript, "openapi.json", "-o", "schema.d.ts"], {
        cwd: folder
      })
      assert.strictEqual(generated.code, 0, generated.all)
      const compile = async (file: string, text: string) => {
        await writeFile(join(folder, file), text)
        const compilerOptions = {
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          module: "nodenext",
          target: "es2024",
          types: []
        }
        await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }))
        return runToEnd(process.execPath, [tsc], { cwd: folder })
      }
      const declared = "declare const process: { readonly env: Record<string, string | undefined> }\n"
      const right = await compile("main.ts", declared + typescriptProgram)
      assert.strictEqual(right.code, 0, right.all)
      const wrong = await compile("wrong.ts", declared + typescriptProgram.replace("limit: 2", 'limit: "two"'))
      assert.include(wrong.all, "Type 'string' is not assignable to type 'number'")
      const { code, out, all } = await runToEnd(process.execPath, ["main.ts"], { cwd: folder, env })
      assert.strictEqual(code, 0, all)
      assert.deepStrictEqual(JSON.parse(out), expected)
    })
  })

  describeWith(generators, "in other languages", (programs) => {
    describeWith(pythonCommand, "in Python", (command) => {
      it("runs", async () => {
        const folder = await generateAnswer(programs, "answer.py", ["--lang", "python", "--python-version", "3.7"])
        await writeFile(join(folder, "main.py"), program("search.py"))
        const { code, out, all } = await runToEnd(command, ["main.py"], { cwd: folder, env })
        assert.strictEqual(code, 0, all)
        assert.deepStrictEqual(JSON.parse(out), expected)
      })
    })

    describeWith(goCommand, "in Go", (command) => {
      it("compiles and runs", async () => {
        const folder = await generateAnswer(programs, "answer.go", ["--lang", "go", "--package", "main"])
        await writeFile(join(folder, "go.mod"), "module client\n\ngo 1.19\n")
        await writeFile(join(folder, "main.go"), program("search.go"))
        const { code, out, all } = await runToEnd(command, ["run", "."], { cwd: folder, env })
        assert.strictEqual(code, 0, all)
        assert.deepStrictEqual(JSON.parse(out), expected)
      })
    })
  })
})
