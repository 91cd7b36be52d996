import { execFile } from "node:child_process"
import { access, cp, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { rolldown } from "rolldown"
import { entriesOf, publishedManifest, readManifest } from "./Manifest.ts"

const run = promisify(execFile)
const license = new URL("../../LICENSE", import.meta.url)

/** One file for each source file: a bundler takes what is imported, and a stack trace names a real module. */
async function writeModules(root: string, entries: ReadonlyArray<string>, out: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((entry) => [entry, join(root, "src", `${entry}.ts`)])),
    // Whatever is not the package's own stays an import; `#crypto` is chosen where the package is used.
    external: /^[^./]/,
    platform: "neutral",
    transform: { target: "es2022" }
  })
  await bundle.write({
    dir: join(out, "lib"),
    format: "esm",
    preserveModules: true,
    preserveModulesRoot: join(root, "src"),
    entryFileNames: "[name].js"
  })
  await bundle.close()
}

async function writeTypes(root: string, out: string): Promise<void> {
  const lib = join(out, "lib")
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc")
  await run(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json"), "--outDir", lib])
  // TypeScript leaves the names of sources in declarations.
  for await (const path of glob("**/*.d.ts", { cwd: lib })) {
    const source = await readFile(join(lib, path), "utf8")
    await writeFile(join(lib, path), source.replaceAll(/(["'])(\.[^"']*)\.ts\1/g, `$1$2.js$1`))
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false
  )

/** Makes the folder that is published: ES modules, their types, package.json, the pages, the examples, LICENSE. */
export async function build(root: string, out: string): Promise<void> {
  const manifest = await readManifest(pathToFileURL(join(root, "package.json")))
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  await writeModules(root, entriesOf(manifest), out)
  if (manifest.exports !== undefined) await writeTypes(root, out)
  await writeFile(join(out, "package.json"), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  for (const name of ["README.md", "docs", "examples"]) {
    if (await isThere(join(root, name))) await cp(join(root, name), join(out, name), { recursive: true })
  }
  await cp(license, join(out, "LICENSE"))
}
