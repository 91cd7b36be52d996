/** The Inspector's command line as a client: one process a call. */
import { type ClientKind, type ListedTool, resultOf } from "./ToolClients.ts"
import type { Program } from "./Programs.ts"

export type Era = "legacy" | "modern"

/** The exit code of a result that says it is an error. */
const toolError = 5

interface Result {
  readonly tools: ReadonlyArray<ListedTool>
}

const inspect = async (
  run: Program,
  url: string,
  args: ReadonlyArray<string>,
  method: ReadonlyArray<string>
): Promise<Result> => {
  const { code, out, all } = await run(
    ["--cli", url, "--transport", "http", "--format", "json"].concat(args, "--method", method),
    {}
  )
  if (code !== 0 && code !== toolError) throw new Error(`the Inspector ended with ${code}:\n${all}`)
  return JSON.parse(out).result
}

const clientOf = (call: (...method: ReadonlyArray<string>) => Promise<Result>) => ({
  // Strict: a schema that clients refuse ends it with an error.
  listTools: async () => (await call("tools/list", "--strict")).tools,
  callTool: async (name: string, args: object) =>
    resultOf(await call("tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args))),
  errors: [],
  close: async () => undefined
})

export const inspectorWithKey = (run: Program, era: Era): ClientKind => ({
  name: `the Inspector's command line (${era})`,
  connect: async (url, credential) => {
    if (typeof credential !== "string") throw new Error("The Inspector keeps its tokens itself.")
    const access = ["--protocol-era", era, "--header", `Authorization: Bearer ${credential}`]
    return clientOf((...method) => inspect(run, url, access, method))
  }
})
