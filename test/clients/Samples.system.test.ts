/** Every sample of the reference, run as a reader would run it, with the ids that this server has made. */
import { referencePath } from "@heddle/api/snippets"
import { spawn } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe } from "vitest"
import { callEveryOperation, operationExample } from "../../packages/client/test/support/EveryOperation.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { cleanEnvironment } from "../support/HeddleProcess.ts"
import { goCommand, pythonCommand } from "../support/Interpreters.ts"

interface Language {
  readonly heading: string
  readonly file: string
  /** Before the name of the file. */
  readonly command: ReadonlyArray<string>
  /** Prints the answer as JSON instead of as the language shows values. */
  readonly asJson?: readonly [from: string, to: string]
}

const texts = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : []

/** The sample with this server's values instead of the examples. */
const withValues = (code: string, operation: string, parameters: Readonly<Record<string, unknown>>): string =>
  Object.entries(operationExample(operation)).reduce((text, [name, example]) => {
    const values = texts(parameters[name])
    return texts(example).reduce((all, one, index) => all.replaceAll(one, values[index] ?? one), text)
  }, code)

/** What it prints: all, or until the first event of a stream is there. */
const outputOf = (command: ReadonlyArray<string>, env: Readonly<Record<string, string>>, isStream: boolean) =>
  new Promise<string>((resolve, reject) => {
    const [program = "", ...args] = command
    const child = spawn(program, args, { env: { ...cleanEnvironment(), ...env }, detached: true })
    let output = ""
    let errors = ""
    const end = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL")
    child.stdout.on("data", (chunk) => {
      output += String(chunk)
      if (isStream && /^data: .*$/m.test(output)) end()
    })
    child.stderr.on("data", (chunk) => (errors += String(chunk)))
    child.once("error", reject)
    child.once("close", (code) => {
      if (code === 0 || (isStream && output.includes("data: "))) resolve(output)
      else reject(new Error(`${command.join(" ")} ended with ${code}: ${errors}${output}`))
    })
  })

const eventOf = (output: string) => ({
  id: /^id: (.*)$/m.exec(output)?.[1],
  event: /^event: (.*)$/m.exec(output)?.[1]
})

const runEverySample = ({ heading, file, command, asJson = ["", ""] }: Language): void => {
  describe(`${heading}`, () => {
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "heddle-samples-"))
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    callEveryOperation(({ apiKey, baseUrl }) => {
      const run = async (operation: string, parameters: Readonly<Record<string, unknown>>): Promise<unknown> => {
        const page = await fetch(`${baseUrl}${referencePath(operation)}.md`)
        const block = new RegExp(`^### ${heading}\n\n\`\`\`\\w+\n([^]*?)^\`\`\`$`, "m")
        const sample = block.exec(await page.text())?.[1]
        assert.isDefined(sample, operation)
        const path = join(folder, file)
        await writeFile(path, withValues(sample ?? "", operation, parameters).replace(...asJson))
        const isStream = operation === "listenToEndpoint"
        const output = await outputOf([...command, path], { HEDDLE_API_KEY: apiKey }, isStream)
        if (isStream) return eventOf(output)
        if (operation === "exportHistory") return output
        const answer: unknown = JSON.parse(output)
        assert.property(answer, "credits_consumed", output)
        assert.notProperty(answer, "status", output)
        return answer
      }
      return {
        call: run,
        estimate: async () => Object(await run("estimate", {}))["data"],
        close: () => {}
      }
    })
  })
}

runEverySample({ heading: "curl", file: "call.sh", command: ["sh"] })
runEverySample({
  heading: "TypeScript",
  file: "call.mts",
  command: [process.execPath, "--no-warnings"],
  asJson: ["console.log(await response.json())", "console.log(JSON.stringify(await response.json()))"]
})
describeWith(pythonCommand, "With Python", (python) => {
  runEverySample({
    heading: "Python",
    file: "call.py",
    command: [python, "-X", "utf8"],
    asJson: ["print(json.load(response))", "print(json.dumps(json.load(response)))"]
  })
})
describeWith(goCommand, "With Go", (go) => {
  runEverySample({ heading: "Go", file: "call.go", command: [go, "run"] })
})
