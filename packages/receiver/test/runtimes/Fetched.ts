/** What `npm run runtimes -w packages/receiver` installs in this folder. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Optional } from "../../../../test/support/Optional.ts"

export const place = fileURLToPath(new URL(".", import.meta.url))

/** The first of these files that is there. */
export const fetchedFile = (name: string, ...candidates: ReadonlyArray<string>): Optional<string> =>
  new Optional({
    thing: "RUNTIMES",
    name,
    remedy: "npm run runtimes -w packages/receiver",
    find: () => candidates.map((candidate) => join(place, "node_modules", candidate)).find((file) => existsSync(file))
  })

/** A module of this folder that imports what is fetched. Its types are checked by the tsconfig.json here. */
export const fetchedModule = (packageName: string, module: string) =>
  fetchedFile(packageName, `${packageName}/package.json`).map(() => () => import(new URL(module, import.meta.url).href))
