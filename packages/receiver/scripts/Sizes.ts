/** What a customer's bundle grows by: minified, tree-shaken, gzipped, for the web and for Node. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "../../../scripts/package/Build.ts"
import { type BundleSize, sizeOf } from "../../../scripts/package/Size.ts"
import { entryOf, readManifest } from "../../../scripts/package/Manifest.ts"

/** Both held by a test. */
export const maxVerifyGzipBytes = 3072
export const maxAdapterGzipBytes = 1536

export interface Size extends BundleSize {
  /** What of it comes on top of `createReceiver`, which everybody has; null where the question makes no sense. */
  readonly added: number | null
}

export async function sizes(built: string): Promise<ReadonlyArray<Size>> {
  const manifest = await readManifest(new URL("../package.json", import.meta.url))
  const moduleOf = (name: string) => JSON.stringify(join(built, "lib", `${entryOf(manifest, name)}.js`))
  const receiver = `export { createReceiver } from ${moduleOf(".")}`
  const others = Object.keys(manifest.exports ?? {}).filter((name) => name !== ".")
  const folder = await mkdtemp(join(tmpdir(), "receiver-sizes-"))
  const found: Array<Size> = []
  try {
    for (const platform of ["browser", "node"] as const) {
      const measure = async (name: string, source: string) => ({
        ...(await sizeOf(name, source, platform, folder)),
        added: null
      })
      const base = await measure("createReceiver", receiver)
      found.push(await measure("verify", `export { verify } from ${moduleOf(".")}`), base)
      found.push(await measure(".", `export * from ${moduleOf(".")}`))
      for (const name of others) {
        const entry = `export * from ${moduleOf(name)}`
        const both = await measure(name, `${receiver}\n${entry}`)
        found.push({ ...(await measure(name, entry)), added: both.gzipped - base.gzipped })
      }
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return found
}

const row = (name: string, ...columns: ReadonlyArray<string>) =>
  process.stdout.write(`${name.padEnd(24)}${columns.map((column) => column.padStart(12)).join("")}\n`)

async function printSizes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "receiver-build-"))
  try {
    await build(fileURLToPath(new URL("../", import.meta.url)), folder)
    row("", "for", "minified", "gzipped", "added")
    for (const { name, platform, minified, gzipped, added } of await sizes(folder)) {
      row(name, platform, String(minified), String(gzipped), String(added ?? ""))
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

if (import.meta.main) await printSizes()
