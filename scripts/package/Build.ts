import { execFile } from "node:child_process"
import { access, cp, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { rolldown } from "rolldown"
import { failOnWarning } from "./FailOnWarning.ts"
import { entriesOf, isProgram, publishedManifest, readManifest, type SourceManifest } from "./Manifest.ts"
import { bundled, isServer, writeServer } from "./Server.ts"
import { noticesOf, type ThirdParty, thirdPartiesOf } from "./ThirdParties.ts"

const run = promisify(execFile)
const license = new URL("../../LICENSE", import.meta.url)
const target = "es2022"

/** One file for each source file: a bundler takes what is imported, and a stack trace names a real module. */
async function writeModules(root: string, manifest: SourceManifest, out: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: entriesOf(manifest),
    // Whatever is not the package's own stays an import; `#crypto` is chosen where the package is used.
    external: /^[^./]/,
    platform: "neutral",
    transform: { target }
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

/**
 * A program is installed and started with all that it imports in few small files. What it imports only when it needs it
 * stays apart.
 */
async function writeProgram(root: string, manifest: SourceManifest, out: string): Promise<ReadonlyArray<ThirdParty>> {
  const bundle = await rolldown({
    cwd: root,
    input: entriesOf(manifest),
    platform: "node",
    transform: { target },
    onLog: failOnWarning
  })
  const { output } = await bundle.write({
    dir: join(out, "lib"),
    format: "esm",
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js"
  })
  await bundle.close()
  return thirdPartiesOf(output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : [])))
}

async function writeLibrary(root: string, manifest: SourceManifest, out: string): Promise<ReadonlyArray<ThirdParty>> {
  await writeModules(root, manifest, out)
  await writeTypes(root, out)
  return []
}

/** What lies outside the package is not there for its readers. */
const withoutLinksOut = (page: string, foldersIn = 0): string =>
  page.replaceAll(new RegExp(String.raw`\[([^\]]+)\]\((?:\.\./){${foldersIn + 1}}[^)]*\)`, "g"), "$1")

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false
  )

/** Makes the folder that is published: ES modules, their types, package.json, the pages, the examples, licences. */
export async function build(root: string, out: string): Promise<ReadonlyArray<ThirdParty>> {
  const manifest = await readManifest(pathToFileURL(join(root, "package.json")))
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const write = isServer(manifest) ? writeServer : isProgram(manifest) ? writeProgram : writeLibrary
  const parties = await write(root, manifest, out)
  if (parties.length > 0) await writeFile(join(out, "THIRD-PARTY.txt"), noticesOf(parties))
  await writeFile(
    join(out, "package.json"),
    `${JSON.stringify(publishedManifest(manifest, isServer(manifest) ? bundled : []), null, 2)}\n`
  )
  await writeFile(join(out, "README.md"), withoutLinksOut(await readFile(join(root, "README.md"), "utf8")))
  for (const name of ["docs", "examples"]) {
    if (await isThere(join(root, name))) await cp(join(root, name), join(out, name), { recursive: true })
  }
  for await (const page of glob("docs/*.md", { cwd: out })) {
    await writeFile(join(out, page), withoutLinksOut(await readFile(join(out, page), "utf8"), 1))
  }
  await cp(license, join(out, "LICENSE"))
  return parties
}
