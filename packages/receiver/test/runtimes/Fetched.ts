/** What `npm run runtimes -w packages/receiver` installs beside this file, for tests that do without it elsewhere. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { requireRuntimes } from "../../../../test/support/Required.ts"

export const place = fileURLToPath(new URL(".", import.meta.url))
const missing = "it is not installed: npm run runtimes -w packages/receiver"

/** The first of these files that is there. */
export const find = (...candidates: ReadonlyArray<string>): string | undefined =>
  candidates.map((candidate) => join(place, "node_modules", candidate)).find((candidate) => existsSync(candidate))

export const isFetched = (packageName: string): boolean => find(`${packageName}/package.json`) !== undefined

/** Its tests are then reported as skipped; where all is required they fail instead. */
export const isLeftOut = ({ installed = true }: { readonly installed?: boolean }): boolean =>
  !installed && !requireRuntimes

export function need(what: string, program: string | undefined): string {
  if (program === undefined) throw new Error(`${what}: ${missing}`)
  return program
}

/** A module of this folder that imports what is fetched. Its types are checked by the tsconfig.json here. */
export async function importFetched(packageName: string, module: string) {
  need(packageName, find(`${packageName}/package.json`))
  return import(new URL(module, import.meta.url).href)
}
