/** What a program contains of others, and their licences: most demand that every copy carries their text. */
import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { dirname, join } from "node:path"

export interface ThirdParty {
  readonly name: string
  readonly version: string
  readonly license: string
  /** Its licence and its notices. */
  readonly texts: ReadonlyArray<string>
}

/** Below a package, a folder may have a package.json that only says how its files are to be read. */
const isPackage = async (folder: string): Promise<boolean> => {
  const path = join(folder, "package.json")
  return existsSync(path) && JSON.parse(await readFile(path, "utf8")).name !== undefined
}

const packageOf = async (folder: string): Promise<string> =>
  (await isPackage(folder)) ? folder : packageOf(dirname(folder))

/** Our own packages are under the licence of the program, but some hold data of others, which their NOTICE names. */
const isOurs = (folder: string): boolean => !folder.includes("/node_modules/")

/** Few packages have their licence only in the page that introduces them. */
const sectionOf = async (folder: string): Promise<ReadonlyArray<string>> => {
  const page = (await readdir(folder)).find((file) => /^readme/i.test(file))
  const [, section] =
    /^#+ licen[cs]e\n([^]+?)(?:^[#[]|$(?![^]))/im.exec(page === undefined ? "" : await text(folder, page)) ?? []
  return section === undefined ? [] : [section]
}

/** Copies need not carry their text. */
const withoutConditions = new Set(["0BSD", "CC0-1.0", "MIT-0", "Unlicense"])

const text = (folder: string, file: string): Promise<string> => readFile(join(folder, file), "utf8")

const read = async (folder: string): Promise<ThirdParty> => {
  const named = isOurs(folder) ? /^notice/i : /^(?:licen[cs]e|notice)/i
  const files = (await readdir(folder)).filter((file) => named.test(file)).toSorted()
  const { name, version, license } = JSON.parse(await text(folder, "package.json"))
  const own = await Promise.all(files.map((file) => text(folder, file)))
  const texts = own.length > 0 || isOurs(folder) ? own : await sectionOf(folder)
  if (!isOurs(folder) && texts.length === 0 && !withoutConditions.has(license)) {
    throw new Error(`${folder} has no licence.`)
  }
  return { name, version, license, texts: texts.map((one) => one.trim()) }
}

/** `modules` are the paths of bundled files; a bundler's own begin with a zero byte. */
export async function thirdPartiesOf(modules: ReadonlyArray<string>): Promise<ReadonlyArray<ThirdParty>> {
  const files = modules.filter((path) => path.startsWith("/"))
  const folders = [...new Set(await Promise.all(files.map((path) => packageOf(dirname(path)))))].toSorted()
  const all = await Promise.all(folders.map(async (folder) => ({ ...(await read(folder)), isOurs: isOurs(folder) })))
  return all.filter(({ texts, isOurs }) => texts.length > 0 || !isOurs)
}

export const noticesOf = (parties: ReadonlyArray<ThirdParty>): string =>
  parties
    .map(({ name, version, license, texts }) => [`${name} ${version} (${license})`, ...texts].join("\n\n"))
    .map((notice) => `${notice}\n`)
    .join(`\n${"-".repeat(80)}\n\n`)
