/** The code of `docs/*.md`, run as a reader would run it. */
import { sampleEvent, signRequest } from "@heddle/receiver/testing"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { freePort } from "../../../../test/support/HeddleProcess.ts"
import { exchange } from "../frameworks/Wire.ts"
import { secret } from "../support/Fixtures.ts"

const packageRoot = fileURLToPath(new URL("../../", import.meta.url))
const shownPort = "4003"
const startDeadlineMillis = 30_000

/** Every block that begins with `// <file name>`. */
export async function readBlocks(page: string): Promise<ReadonlyMap<string, string>> {
  const markdown = await readFile(join(packageRoot, "docs", `${page}.md`), "utf8")
  return new Map(
    Array.from(markdown.matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm), ([, name = "", code = ""]) => [name, code])
  )
}

export interface Folder {
  readonly path: string
  readonly port: number
  readonly remove: () => Promise<void>
}

/** Inside the package, so that its name and the frameworks resolve as they do in a customer's project. */
export async function layOut(files: Iterable<readonly [name: string, code: string]>): Promise<Folder> {
  const path = await mkdtemp(join(packageRoot, ".pages-"))
  const port = await freePort()
  for (const [name, code] of files) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    const run = code.replaceAll(shownPort, String(port)).replaceAll("npm:@heddle", "@heddle")
    await writeFile(join(path, name), run)
  }
  return { path, port, remove: () => rm(path, { recursive: true, force: true }) }
}

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

interface Program {
  readonly child: ChildProcess
  readonly output: () => string
}

export function start({ path }: Folder, command: ReadonlyArray<string>): Program {
  const [file = "", ...args] = command
  const env = { HEDDLE_WEBHOOK_SECRET: secret, DENO_DIR: join(path, ".deno"), NO_COLOR: "1" }
  const child = spawn(file, args, { cwd: path, env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)))
  return { child, output: () => output }
}

export async function runToEnd(folder: Folder, entry: string): Promise<string> {
  const { child, output } = start(folder, [process.execPath, entry])
  await once(child, "close")
  return output()
}

async function untilListening(port: number, { child, output }: Program): Promise<void> {
  const deadline = Date.now() + startDeadlineMillis
  while (!(await exchange(port, { method: "GET", headers: [], body: new Uint8Array() }).catch(() => null))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the page's server did not start:\n${output()}`)
    await sleep(50)
  }
}

const post = async (port: number, signed: Awaited<ReturnType<typeof signRequest>>) => {
  const response = await fetch(`http://127.0.0.1:${port}/webhooks/heddle`, signed)
  return (await response.json()).code
}

/** A genuine event, its repeat, a forgery; and what the server printed meanwhile. */
export async function tryServer(folder: Folder, command: ReadonlyArray<string>) {
  const program = start(folder, command)
  const exited = once(program.child, "exit")
  try {
    await untilListening(folder.port, program)
    const signed = await signRequest({ secrets: secret, body: sampleEvent({ post: { code: "C9xPages" } }) })
    const codes: Array<unknown> = []
    // Still JSON, so that no parser in front of the receiver answers in its place.
    const forged = signed.with({ body: new Uint8Array([...signed.body, 0x20]) })
    for (const request of [signed, signed, forged]) codes.push(await post(folder.port, request))
    const tries = [await runToEnd(folder, "try.ts"), await runToEnd(folder, "try.ts")]
    return { codes, tries, printed: program.output() }
  } finally {
    program.child.kill("SIGKILL")
    await exited
  }
}
