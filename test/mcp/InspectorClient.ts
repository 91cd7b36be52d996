/** The Inspector's command line as a client: one process a call. */
import type { Decide } from "./ToolClients.ts"
import { type ClientKind, type ListedTool, resultOf } from "./ToolClients.ts"
import type { Program } from "./Programs.ts"

export type Era = "legacy" | "modern"

/** The exit code of a result that says it is an error. */
const toolError = 5

interface Access {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

interface Result {
  readonly tools: ReadonlyArray<ListedTool>
}

const inspect = async (
  run: Program,
  url: string,
  { args, env }: Access,
  method: ReadonlyArray<string>,
  onOutput?: (text: string) => void
): Promise<Result> => {
  const { code, out, all } = await run(
    ["--cli", url, "--transport", "http", "--format", "json"].concat(args, "--method", method),
    { env, ...(onOutput === undefined ? {} : { onOutput }) }
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
    const access = { args: ["--protocol-era", era, "--header", `Authorization: Bearer ${credential}`], env: {} }
    return clientOf((...method) => inspect(run, url, access, method))
  }
})

/** As the Inspector calls itself when it registers. */
export const inspectorName = "MCP Inspector"

/** It prints the address it would open, and keeps tokens in a file: a test has neither a browser nor a keychain. */
const signInSettings = { BROWSER: "true", MCP_AUTO_OPEN_ENABLED: "true", MCP_INSPECTOR_SECRET_STORE: "file" }

const authorizationIn = (text: string): URL | undefined => {
  const found = /(http:\S+\/oauth\/authorize\?[^\s"]+)/.exec(text)?.[1]
  return found === undefined ? undefined : new URL(found)
}

/** Signs in by itself at the first call, and keeps its tokens in a home of its own. */
export const inspectorWithSignIn = (
  run: Program,
  era: Era,
  home: string,
  callbackPort: number,
  decide: Decide
): ClientKind => ({
  name: `the Inspector's command line (${era}), signed in`,
  connect: async (url) => {
    const env = { ...signInSettings, HOME: home }
    const args = ["--protocol-era", era, "--callback-url", `http://127.0.0.1:${callbackPort}/oauth/callback`]
    let output = ""
    let deciding: Promise<unknown> | undefined
    await inspect(run, url, { args: args.concat("--relogin"), env }, ["tools/list"], (text) => {
      output += text
      const authorization = authorizationIn(output)
      if (authorization !== undefined) deciding ??= decide(authorization).then((back) => fetch(back))
    })
    if (deciding === undefined) throw new Error(`The Inspector did not ask to sign in:\n${output}`)
    await deciding
    const access = { args: args.concat("--stored-auth-only"), env }
    return clientOf((...method) => inspect(run, url, access, method))
  }
})
