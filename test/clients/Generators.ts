/** Generators of clients, and the folder in which what they make finds its packages. `npm run reference-clients` installs them. */
import { existsSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Optional } from "../support/Optional.ts"

const installed = fileURLToPath(new URL("node_modules/", import.meta.url))

export interface Generators {
  /** Types of every operation in TypeScript. */
  readonly openapiTypescript: string
  /** A client in TypeScript. */
  readonly heyApi: string
  /** Types of answers in Go and Java. */
  readonly quicktype: string
  readonly tsc: string
  readonly pyright: string
  readonly makeFolder: () => Promise<string>
}

export const generators = new Optional<Generators>({
  thing: "REFERENCE_CLIENTS",
  name: "generators of clients",
  remedy: "npm run reference-clients",
  find: () =>
    existsSync(join(installed, "@hey-api/openapi-ts"))
      ? {
          openapiTypescript: join(installed, "openapi-typescript/bin/cli.js"),
          heyApi: join(installed, "@hey-api/openapi-ts/bin/run.js"),
          quicktype: join(installed, "quicktype/dist/index.js"),
          tsc: join(installed, "typescript/bin/tsc"),
          pyright: join(installed, "pyright/index.js"),
          // Not below `node_modules`, where Node runs no TypeScript.
          makeFolder: () => mkdtemp(join(installed, "../dist.client-"))
        }
      : undefined
})
