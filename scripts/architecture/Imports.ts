/** Which source file imports which, read from the text of the files. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"

export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string
  readonly lines: number
  /** Paths of the files it imports, types included; those of other packages are the package's entry. */
  readonly imports: ReadonlyArray<string>
}

/** The formatter begins every import and export at the margin, which is what makes a scan of the text safe. */
const statements = [
  /^(?:import|export)\b[^"'`;]*?\bfrom\s+"(?<specifier>[^"]+)"/gmu,
  /^import\s+"(?<specifier>[^"]+)"/gmu,
  /\bimport\(\s*"(?<specifier>[^"]+)"\s*\)/gu,
  // Programs and threads that are started rather than imported.
  /\bnew URL\("(?<specifier>\.[^"]+\.ts)", import\.meta\.url\)/gu
]

const specifiersIn = (text: string): ReadonlyArray<string> =>
  statements.flatMap((statement) => [...text.matchAll(statement)].flatMap(({ groups }) => groups?.["specifier"] ?? []))

const target = (path: string, specifier: string): ReadonlyArray<string> => {
  if (specifier.startsWith(".")) return [posix.join(dirname(path), specifier)]
  const [scope, name] = specifier.split("/")
  return scope === "@heddle" && name !== undefined ? [`packages/${name}/src/index.ts`] : []
}

/** The TypeScript files of these folders. */
export const readSources = (root: string, folders: ReadonlyArray<string>): ReadonlyArray<SourceFile> => {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/u.test(name))
      .map((name) => posix.join(folder, name.replaceAll("\\", "/")))
  )
  return paths.toSorted().map((path) => {
    const text = readFileSync(join(root, path), "utf8")
    const imports = specifiersIn(text).flatMap((specifier) => target(path, specifier))
    return { path, lines: text.split("\n").length - 1, imports: [...new Set(imports)] }
  })
}

/** Imports of files that are not there: the scan has misread something. */
export const unresolved = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> => {
  const known = new Set(files.map(({ path }) => path))
  return files.flatMap(({ path, imports }) =>
    imports
      .filter((imported) => /\/src\/.*\.tsx?$/u.test(imported) && !known.has(imported))
      .map((imported) => `${path} imports ${imported}, which does not exist`)
  )
}
