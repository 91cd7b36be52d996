/** The code of `docs/frameworks.md`, run as a reader would run it. */
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

interface Section {
  readonly text: string
  /** Every block that begins with `// <file name>`. */
  readonly files: ReadonlyMap<string, string>
  /** What `npx heddle-receiver send` is given. */
  readonly sends: ReadonlyArray<ReadonlyArray<string>>
}

const readSection = (text: string): Section => ({
  text,
  files: new Map(
    Array.from(text.matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm), ([, name = "", code = ""]) => [name, code])
  ),
  sends: Array.from(text.matchAll(/^npx heddle-receiver (send [^#\n]+)/gm), ([, given = ""]) =>
    given.trim().split(/\s+/)
  )
})

const page = await readFile(join(packageRoot, "docs/frameworks.md"), "utf8")

/** Of docs/frameworks.md, by title; what stands above the first title has none. */
export const sections: ReadonlyMap<string, Section> = new Map(
  page.split(/^## /m).map((text, index) => [index === 0 ? "" : (text.split("\n")[0] ?? ""), readSection(text)])
)

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

const cli = join(packageRoot, "../receiver-cli/src/main.ts")

/** A genuine event, its repeat, a forgery, then the commands of the page; and what the server printed meanwhile. */
export async function tryServer(
  folder: Folder,
  command: ReadonlyArray<string>,
  sends: ReadonlyArray<ReadonlyArray<string>>,
  path: string
) {
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
    for (const given of sends) {
      const here = given.map((argument) => argument.replace(shownPort, String(folder.port)))
      tries.push(await runIn(folder, [process.execPath, cli, ...here]))
    }
    return { codes, tries, printed: program.output() }
  } finally {
    await program.kill()
  }
}
