/** The code of `docs/*.md`, run as a reader would run it. */
import { sampleEvent, signRequest } from "@heddle/receiver/testing"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { freePort } from "../../../../test/support/FreePort.ts"
import { makeFolder, makeProject } from "../runtimes/Projects.ts"
import { secret } from "../support/Fixtures.ts"
import { runProgram, startProgram } from "../support/Program.ts"

const packageRoot = fileURLToPath(new URL("../../", import.meta.url))
const shownPort = "4003"

/** Every block that begins with `// <file name>`. */
export async function readBlocks(page: string): Promise<ReadonlyMap<string, string>> {
  const markdown = await readFile(join(packageRoot, "docs", `${page}.md`), "utf8")
  return new Map(
    Array.from(markdown.matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm), ([, name = "", code = ""]) => [name, code])
  )
}

/** What the page's `npx heddle-receiver send` at this path is given. */
export async function readSends(page: string, path: string): Promise<ReadonlyArray<ReadonlyArray<string>>> {
  const markdown = await readFile(join(packageRoot, "docs", `${page}.md`), "utf8")
  const commands = Array.from(markdown.matchAll(/^npx heddle-receiver (send [^#\n]+)/gm), ([, given = ""]) => given)
  return commands
    .map((given) => given.trim().split(/\s+/))
    .filter((given) => given[2]?.endsWith(`:${shownPort}${path}`))
}

export interface Folder {
  readonly path: string
  readonly port: number
  readonly remove: () => Promise<void>
}

type Files = ReadonlyArray<readonly [name: string, code: string]>

/** Any free port in place of the one that the pages show. */
async function ported(files: Files, make: (files: Files) => Promise<Omit<Folder, "port">>): Promise<Folder> {
  const port = await freePort()
  const shown = (code: string) => code.replaceAll(shownPort, String(port)).replaceAll("npm:@heddle", "@heddle")
  return { ...(await make(files.map(([name, code]) => [name, shown(code)]))), port }
}

/** Inside the package, so that its name and the frameworks resolve as they do in a customer's project. */
export const layOut = (files: Files) => ported(files, (shown) => makeFolder(packageRoot, shown))

/** Beside the frameworks that only `npm run runtimes` installs, with the package as it is published. */
export const layOutProject = (files: Files) => ported(files, makeProject)

/** For decorators, which Node does not strip. */
export async function bundle({ path }: Folder, entry: string): Promise<string> {
  const made = await rolldown({
    input: join(path, entry),
    platform: "node",
    // The bundler brings the helpers of decorators itself.
    external: (id) => !/^[./]|^@oxc-project\//.test(id),
    transform: { decorator: { legacy: true } }
  })
  const file = join(path, "bundle.mjs")
  await made.write({ file, format: "esm", codeSplitting: false })
  await made.close()
  return file
}

const surroundings = ({ path, port }: Folder) => ({
  cwd: path,
  env: {
    HEDDLE_WEBHOOK_SECRET: secret,
    HOST: "127.0.0.1",
    PORT: String(port),
    DENO_DIR: join(path, ".deno"),
    NEXT_TELEMETRY_DISABLED: "1",
    NO_COLOR: "1"
  }
})

export const runIn = (folder: Folder, command: ReadonlyArray<string>) => runProgram(command, surroundings(folder))

export const runToEnd = (folder: Folder, entry: string) => runIn(folder, [process.execPath, entry])

const post = async (url: string, signed: Awaited<ReturnType<typeof signRequest>>) => {
  const response = await fetch(url, signed)
  return (await response.json()).code
}

const cli = join(packageRoot, "src/cli/main.ts")

/** A genuine event, its repeat, a forgery, then the commands of the page; and what the server printed meanwhile. */
export async function tryServer(folder: Folder, command: ReadonlyArray<string>, page: string, path: string) {
  const program = startProgram(command, surroundings(folder))
  try {
    await program.untilListening(folder.port)
    const signed = await signRequest({ secrets: secret, body: sampleEvent({ post: { code: "C9xPages" } }) })
    const codes: Array<unknown> = []
    // Still JSON, so that no parser in front of the receiver answers in its place.
    const forged = signed.with({ body: new Uint8Array([...signed.body, 0x20]) })
    const url = `http://127.0.0.1:${folder.port}${path}`
    for (const request of [signed, signed, forged]) codes.push(await post(url, request))
    const tries: Array<string> = []
    for (const given of await readSends(page, path)) {
      const here = given.map((argument) => argument.replace(shownPort, String(folder.port)))
      tries.push(await runIn(folder, [process.execPath, cli, ...here]))
    }
    return { codes, tries, printed: program.output() }
  } finally {
    await program.kill()
  }
}
