/**
 * Code that is generated from the OpenAPI document compiles without a cast, and calls a running server: the programs of
 * the page for customers, and those that read a trend, page through the history and create a rule.
 */
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { mkdir, readdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import { runToEnd } from "../support/EndedProgram.ts"
import { goCommand, javaCommand } from "../support/Interpreters.ts"
import { type Account, callApi, createAccount, ingest } from "../support/Operator.ts"
import { useServer } from "../support/RunningServer.ts"
import { generators, type Generators } from "./Generators.ts"

const page = readFileSync(new URL("../../docs/clients.md", import.meta.url), "utf8")
/** The programs of the page in this language. */
const shown = (language: string) =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm")), ([, text = ""]) => text)
const other = (name: string) => readFileSync(new URL(`programs/${name}`, import.meta.url), "utf8")

/** More than fit on a page of the history. */
const searches = 51

const Answer = Schema.Struct({ content: Schema.Struct({ "application/json": Schema.Struct({ schema: Schema.Json }) }) })
const Document = Schema.Struct({
  paths: Schema.Record(
    Schema.String,
    Schema.Record(Schema.String, Schema.Struct({ responses: Schema.Record(Schema.String, Schema.Unknown) }))
  ),
  components: Schema.Unknown
})

/** The answers whose types the programs in Go and Java use. */
const answersIn = (document: string) => {
  const { paths, components } = Schema.decodeUnknownSync(Document)(JSON.parse(document))
  const answerOf = (title: string, path: string, method: string, status: number) => {
    const answer = Schema.decodeUnknownSync(Answer)(paths[path]?.[method]?.responses[status])
    return { ...Object(answer.content["application/json"].schema), title }
  }
  const properties = {
    search: answerOf("SearchAnswer", "/post/search", "get", 200),
    trend: answerOf("TrendAnswer", "/post/keyword-trend", "get", 200),
    history: answerOf("HistoryAnswer", "/balance/history", "get", 200),
    endpoint: answerOf("EndpointAnswer", "/webhook/endpoints", "post", 201),
    rule: answerOf("RuleAnswer", "/webhook/endpoints/{endpoint_id}/rules", "post", 201)
  }
  return JSON.stringify({ type: "object", required: Object.keys(properties), properties, components })
}

describe("generated clients", () => {
  const served = useServer()
  let account: Account
  let document: string
  const folders: Array<string> = []

  beforeAll(async () => {
    const server = served()
    account = await createAccount(server, { plan: "standard" })
    const at = Math.floor(Date.now() / 1_000)
    const posts = ["m1", "m2", "m3"].map((code, index) => ({
      type: "post",
      code,
      caption: "marzipan is what you and I really like",
      username: "amy",
      like_count: 7,
      post_timestamp: at - 60 * (index + 1)
    }))
    await ingest(server, posts.map((post) => JSON.stringify(post)).join("\n"))
    for (let done = 0; done < searches; done++) {
      await callApi(server, account, "GET", "/post/search?keywords=marzipan&language=en&limit=1")
    }
    document = await (await fetch(`${server.baseUrl}/openapi.json`)).text()
  })

  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  const folderWith = async ({ makeFolder }: Generators, files: Readonly<Record<string, string>>) => {
    const folder = await makeFolder()
    folders.push(folder)
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    return folder
  }

  const run = async (folder: string, command: string, args: ReadonlyArray<string>) => {
    const env = {
      BASE_URL: served().baseUrl,
      API_KEY: account.apiKey,
      HOOK_URL: `http://127.0.0.1:9/${folders.length}`
    }
    const { code, out, all } = await runToEnd(command, args, { cwd: folder, env })
    assert.strictEqual(code, 0, all)
    return out.trimEnd().split("\n")
  }

  const assertSearched = (lines: ReadonlyArray<string>) => {
    assert.deepStrictEqual(lines.slice(0, 2), ["m1 7", "m2 7"])
    assert.match(lines[2] ?? "", /^4 credits \[\s*\]$/)
  }

  const assertOthers = async (line: string | undefined) => {
    const { posts, entries, keyword, notices } = JSON.parse(line ?? "")
    const { total } = await callApi(served(), account, "GET", "/balance/history?api_type=keywords")
    assert.isAbove(entries, searches - 1)
    assert.isAtMost(entries, Number(total))
    assert.deepStrictEqual([posts, keyword, notices], [3, "台積電", ["No post matches this rule now."]])
  }

  describeWith(generators, "in TypeScript", (programs) => {
    const [openapiFetch = "", heyApi = ""] = shown("ts")
    const kinds: ReadonlyArray<readonly [string, string, string, ReadonlyArray<string>]> = [
      ["openapi-fetch", openapiFetch, programs.openapiTypescript, ["openapi.json", "-o", "schema.d.ts"]],
      ["hey-api", heyApi, programs.heyApi, ["-i", "openapi.json", "-o", "client"]]
    ]

    it.each(kinds)(
      "%s: four programs compile and run, and a wrong parameter is refused",
      async (name, search, ...generate) => {
        const declared = "declare const process: { readonly env: Record<string, string | undefined> }\n"
        const compilerOptions = {
          strict: true,
          skipLibCheck: true,
          module: "nodenext",
          target: "es2024",
          types: [],
          outDir: "out"
        }
        const folder = await folderWith(programs, {
          "package.json": '{ "type": "module" }',
          "openapi.json": document,
          "tsconfig.json": JSON.stringify({ compilerOptions, files: ["search.ts", "others.ts"] }),
          "search.ts": declared + search,
          "others.ts": declared + other(`${name}.ts`)
        })
        const [generator, args] = generate
        await run(folder, process.execPath, [generator, ...args])
        await run(folder, process.execPath, [programs.tsc])
        assertSearched(await run(folder, process.execPath, ["out/search.js"]))
        await assertOthers((await run(folder, process.execPath, ["out/others.js"])).at(-1))
        await writeFile(join(folder, "search.ts"), declared + search.replace("limit: 2", 'limit: "two"'))
        const wrong = await runToEnd(process.execPath, [programs.tsc], { cwd: folder })
        assert.include(wrong.all, "Type 'string' is not assignable to type 'number'")
      }
    )
  })

  describeWith(generators, "in other languages", (programs) => {
    const generate = async (file: string, language: ReadonlyArray<string>, files: Readonly<Record<string, string>>) => {
      const folder = await folderWith(programs, { ...files, "answers.json": answersIn(document) })
      await mkdir(join(folder, "heddle"))
      const options = ["-s", "schema", "answers.json", "--top-level", "Answers", ...language, "-o", file]
      await run(folder, process.execPath, [programs.quicktype, ...options])
      return folder
    }

    describeWith(goCommand, "in Go", (command) => {
      it("four programs compile and run", async () => {
        const [search = ""] = shown("go")
        const folder = await generate("answers.go", ["--lang", "go", "--package", "main"], {
          "go.mod": "module client\n\ngo 1.19\n",
          "search.go": search,
          "others.go": other("others.go")
        })
        const [others, ...searched] = await run(folder, command, ["run", "."])
        assertSearched(searched)
        await assertOthers(others)
      })
    })

    describeWith(javaCommand, "in Java", ({ javac, java, jackson }) => {
      it("four programs compile and run", async () => {
        const [search = ""] = shown("java")
        const language = ["--lang", "java", "--package", "heddle", "--array-type", "list"]
        const folder = await generate("heddle/Answers.java", language, {
          "Search.java": search,
          "Others.java": other("Others.java")
        })
        assert.include(await readdir(join(folder, "heddle")), "FoundPost.java")
        await run(folder, javac, ["-cp", jackson, "-sourcepath", ".", "Search.java", "Others.java"])
        assertSearched(await run(folder, java, ["-cp", `${jackson}:.`, "Search"]))
        await assertOthers((await run(folder, java, ["-cp", `${jackson}:.`, "Others"])).at(-1))
      })
    })
  })
})
