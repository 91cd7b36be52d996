/** The licences of what a program contains: most demand that every copy carries their text. */
import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { dirname, join } from "node:path"

/** Below a package, a folder may have a package.json that only says how its files are to be read. */
const nameOf = async (folder: string): Promise<string | undefined> => {
  const path = join(folder, "package.json")
  if (!existsSync(path)) return undefined
  const { name, version, license } = JSON.parse(await readFile(path, "utf8"))
  return name === undefined ? undefined : `${name} ${version} (${license})`
}

const packageOf = async (folder: string): Promise<string> =>
  (await nameOf(folder)) === undefined ? packageOf(dirname(folder)) : folder

/** Our own packages are under the licence of the program, but some hold data of others, which their NOTICE names. */
const textsOf = async (folder: string): Promise<ReadonlyArray<string>> => {
  const isOurs = !folder.includes("/node_modules/")
  const names = (await readdir(folder)).filter((name) => (isOurs ? /^notice/i : /^(?:licen[cs]e|notice)/i).test(name))
  if (!isOurs && names.length === 0) throw new Error(`${folder} has no licence.`)
  return Promise.all(names.toSorted().map((name) => readFile(join(folder, name), "utf8")))
}

/** `modules` are the paths of bundled files; a bundler's own begin with a zero byte. */
export async function thirdParties(modules: ReadonlyArray<string>): Promise<string> {
  const files = modules.filter((path) => path.startsWith("/"))
  const folders = new Set(await Promise.all(files.map((path) => packageOf(dirname(path)))))
  const notices: Array<string> = []
  for (const folder of [...folders].toSorted()) {
    const texts = await textsOf(folder)
    if (texts.length > 0) notices.push([await nameOf(folder), ...texts.map((text) => text.trim())].join("\n\n"))
  }
  return notices.length === 0 ? "" : `${notices.join(`\n\n${"-".repeat(80)}\n\n`)}\n`
}
