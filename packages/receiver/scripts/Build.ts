/** Makes a folder that is the published package: ES modules, CommonJS, types for both, package.json, README, docs, examples, LICENSE. */
import { execFile } from "node:child_process"
import { cp, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { rolldown } from "rolldown"
import { entriesOf, publishedManifest, readManifest } from "./Manifest.ts"

const root = fileURLToPath(new URL("../", import.meta.url))
const run = promisify(execFile)

/** One file for each source file: a bundler takes what is imported, and a stack trace names a real module. */
async function writeModules(entries: ReadonlyArray<string>, out: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((entry) => [entry, join(root, "src", `${entry}.ts`)])),
    // Whatever is not ours stays an import; `#crypto` is chosen where the package is used.
    external: /^[^./]/,
    platform: "neutral",
    transform: { target: "es2022" }
  })
  const layout = { preserveModules: true, preserveModulesRoot: join(root, "src") } as const
  await bundle.write({ ...layout, dir: join(out, "esm"), format: "esm", entryFileNames: "[name].js" })
  // By extension and not by a package.json of its own, beside which Node would look for `#crypto` in vain.
  await bundle.write({ ...layout, dir: join(out, "cjs"), format: "cjs", entryFileNames: "[name].cjs" })
  await bundle.close()
}

async function writeTypes(out: string): Promise<void> {
  const esm = join(out, "esm")
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc")
  await run(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json"), "--outDir", esm])
  for await (const path of glob("**/*.d.ts", { cwd: esm })) {
    const source = await readFile(join(esm, path), "utf8")
    const importing = (extension: string) => source.replaceAll(/(["'])(\.[^"']*)\.ts\1/g, `$1$2.${extension}$1`)
    const common = join(out, "cjs", path.replace(/\.d\.ts$/, ".d.cts"))
    await mkdir(dirname(common), { recursive: true })
    await writeFile(join(esm, path), importing("js"))
    await writeFile(common, importing("cjs"))
  }
}

export async function build(out: string): Promise<void> {
  const manifest = await readManifest(new URL("../package.json", import.meta.url))
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  await Promise.all([writeModules(entriesOf(manifest), out), writeTypes(out)])
  await writeFile(join(out, "package.json"), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  for (const name of ["README.md", "docs", "examples"]) await cp(join(root, name), join(out, name), { recursive: true })
  await cp(join(root, "../../LICENSE"), join(out, "LICENSE"))
}

if (import.meta.main) await build(join(root, "dist"))
