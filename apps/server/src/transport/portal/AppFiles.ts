/** The files of the browser's program, read into memory when its page has changed. */
import { Effect, Option } from "effect"
import { readdir, readFile, stat } from "node:fs/promises"
import { extname, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json"
}

export interface AppFile {
  readonly bytes: Uint8Array
  readonly contentType: string
}

export interface AppFiles {
  /** The page, as built. */
  readonly page: string
  /** By their paths below `/portal/`. */
  readonly files: ReadonlyMap<string, AppFile>
}

/** Where the build puts them. */
export const builtFolder = fileURLToPath(new URL("../../../../portal/dist/", import.meta.url))

const pageName = "index.html"

const filesIn = async (folder: string): Promise<AppFiles> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = new Map<string, AppFile>()
  for (const path of paths) {
    const contentType = contentTypes[extname(path)]
    if (contentType === undefined) continue
    files.set(relative(folder, path).split(sep).join("/"), { bytes: await readFile(path), contentType })
  }
  return { page: await readFile(join(folder, pageName), "utf8"), files }
}

/** None while the program is not built. */
export const makeAppFiles = (folder: string) => {
  let loaded: { readonly version: number; readonly files: AppFiles } | undefined
  const load = async (): Promise<AppFiles> => {
    const version = (await stat(join(folder, pageName))).mtimeMs
    if (loaded?.version !== version) loaded = { version, files: await filesIn(folder) }
    return loaded.files
  }
  return Effect.option(Effect.tryPromise(load)) satisfies Effect.Effect<Option.Option<AppFiles>>
}
