/** Programs of others that call or test an MCP server. `npm run mcp-clients` installs them in `clients/`. */
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Ended, type RunOptions, runToEnd } from "../support/EndedProgram.ts"
import { Optional } from "../support/Optional.ts"

const installed = new URL("clients/node_modules/@modelcontextprotocol/", import.meta.url)

export type Program = (args: ReadonlyArray<string>, options?: RunOptions) => Promise<Ended>

const program = (name: string, path: string): Optional<Program> =>
  new Optional({
    thing: "MCP_CLIENTS",
    name,
    remedy: "npm run mcp-clients",
    find: () => {
      const file = fileURLToPath(new URL(path, installed))
      return existsSync(file) ? (args, options) => runToEnd(process.execPath, [file, ...args], options) : undefined
    }
  })

export const conformance = program("the MCP conformance suite", "conformance/dist/index.js")
export const inspector = program("the MCP Inspector", "inspector/clients/launcher/build/index.js")
