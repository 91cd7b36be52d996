/** What a customer's bundle grows by: minified, tree-shaken, gzipped, for the web and for Node. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { build } from "./Build.ts"
import { entryOf, readManifest } from "./Manifest.ts"

/** Held by a test. */
export const maxVerifyGzipBytes = 3072

export interface Size {
  readonly name: string
  readonly platform: "browser" | "node"
  readonly minified: number
  readonly gzipped: number
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
    imports: chunks.flatMap((chunk) => chunk.imports)
  }
}

export async function sizes(built: string): Promise<ReadonlyArray<Size>> {
  const { exports } = await readManifest(new URL("../package.json", import.meta.url))
  const moduleOf = (name: string) => JSON.stringify(join(built, "esm", `${entryOf(exports, name)}.js`))
  const bundles = [
    ["verify", `export { verify } from ${moduleOf(".")}`],
    ["createReceiver", `export { createReceiver } from ${moduleOf(".")}`],
    ...Object.keys(exports).map((name) => [name, `export * from ${moduleOf(name)}`])
  ] as const
  const folder = await mkdtemp(join(tmpdir(), "receiver-sizes-"))
  const found: Array<Size> = []
  try {
    for (const [name = "", source = ""] of bundles) {
      for (const platform of ["browser", "node"] as const) found.push(await sizeOf(name, source, platform, folder))
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return found
}

async function printSizes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "receiver-build-"))
  try {
    await build(folder)
    process.stdout.write(
      `${"".padEnd(24)}${"platform".padEnd(10)}${"minified".padStart(10)}${"gzipped".padStart(10)}\n`
    )
    for (const { name, platform, minified, gzipped } of await sizes(folder)) {
      process.stdout.write(
        `${name.padEnd(24)}${platform.padEnd(10)}${String(minified).padStart(10)}${String(gzipped).padStart(10)}\n`
      )
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

if (import.meta.main) await printSizes()
