/** What a customer's bundle grows by: minified, tree-shaken, gzipped, for the web and for Node. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { build } from "../../../scripts/package/Build.ts"
import { entryOf, readManifest } from "../../../scripts/package/Manifest.ts"

/** Both held by a test. */
export const maxVerifyGzipBytes = 3072
export const maxAdapterGzipBytes = 1536

export interface Size {
  readonly name: string
  readonly platform: "browser" | "node"
  readonly minified: number
  readonly gzipped: number
  /** What of it comes on top of `createReceiver`, which everybody has; null where the question makes no sense. */
  readonly added: number | null
  /** What the bundle asks of the runtime. */
  readonly imports: ReadonlyArray<string>
}

async function sizeOf(name: string, source: string, platform: Size["platform"], folder: string): Promise<Size> {
  const input = join(folder, "entry.mjs")
  await writeFile(input, source)
  const bundle = await rolldown({
    input,
    platform,
    external: /^[^./#]/,
    resolve: { conditionNames: [platform, "import", "default"] }
  })
  const { output } = await bundle.generate({ format: "esm", minify: true })
  await bundle.close()
  const chunks = output.filter((part) => part.type === "chunk")
  const code = chunks.map((chunk) => chunk.code).join("\n")
  return {
    name,
    platform,
    minified: Buffer.byteLength(code),
    gzipped: gzipSync(code, { level: 9 }).byteLength,
    added: null,
    imports: chunks.flatMap((chunk) => chunk.imports)
  }
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
      const measure = (name: string, source: string) => sizeOf(name, source, platform, folder)
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
