/** Runs the real command in a process of its own. */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "../../../../test/support/FreePort.ts"

export const bin = fileURLToPath(new URL("../../bin/heddle-rules.mjs", import.meta.url))

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

/** An address at which nobody listens. */
export const closedAddress = Effect.promise(async () => `http://127.0.0.1:${await freePort()}`)

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
