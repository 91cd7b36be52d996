/** Runs the real command in a process of its own. */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const bin = fileURLToPath(new URL("../../bin/heddle-rules.mjs", import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export const run = (
  args: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> }
) =>
  Effect.callback<Ended>((resume) => {
    const child = execFile(process.execPath, [bin, ...args], options, (_, stdout, stderr) =>
      resume(Effect.succeed({ code: child.exitCode, stdout, stderr }))
    )
  })

/** The address of a server that is gone. */
export const closedAddress = Effect.callback<string>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address()
    const port = address === null || typeof address === "string" ? 0 : address.port
    server.close(() => resume(Effect.succeed(`http://127.0.0.1:${port}`)))
  })
})

/** A folder of its own with a rule file under the default name. */
export const folderWith = (text: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "heddle-rules-"))
      writeFileSync(join(folder, "heddle.rules.yaml"), text)
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )
