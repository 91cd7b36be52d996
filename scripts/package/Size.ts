/** What a customer's bundle grows by: minified, tree-shaken, gzipped. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"

export interface BundleSize {
  readonly name: string
  readonly platform: "browser" | "node"
  readonly minified: number
  readonly gzipped: number
  /** What the bundle asks of the runtime. */
  readonly imports: ReadonlyArray<string>
}

export async function sizeOf(
  name: string,
  source: string,
  platform: BundleSize["platform"],
  folder: string
): Promise<BundleSize> {
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
