/** Clients of others that call tools, behind one interface: the SDK's older and newer client, and the Inspector. */
import { Client as ModernSdk, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client"
import { Client as OlderSdk } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Application } from "./Application.ts"

export type Arguments = Readonly<Record<string, unknown>>

export interface ListedTool {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema: object
  readonly outputSchema?: object | undefined
  readonly annotations?: object | undefined
}

export interface ToolResult {
  readonly isError: boolean
  readonly structured: unknown
  /** The text blocks, joined. */
  readonly text: string
}

export interface ToolClient {
  listTools(): Promise<ReadonlyArray<ListedTool>>
  callTool(name: string, args: Arguments): Promise<ToolResult>
  /** What went wrong beside the calls, such as a stream that could not be opened. */
  readonly errors: ReadonlyArray<Error>
  close(): Promise<void>
}

/** A key or an access token as it is, or an application whose tokens the SDK's clients keep. */
export type Credential = string | Application

export interface ClientKind {
  readonly name: string
  readonly connect: (url: string, credential: Credential) => Promise<ToolClient>
}

/** Lets a person decide; resolves to where the browser is sent back. */
export type Decide = (authorization: URL) => Promise<URL>

/** A client that finds everything about signing in by itself, from the address alone. */
export interface SigningClient extends ClientKind {
  readonly signIn: (url: string, application: Application, decide: Decide) => Promise<void>
}

const identity = { name: "heddle-tests", version: "1.0.0" }

const optionsOf = (credential: Credential) =>
  typeof credential === "string"
    ? { requestInit: { headers: { authorization: `Bearer ${credential}` } } }
    : { authProvider: credential }

/** The first connection fails, because the client has to ask the person. */
const asked = async (connecting: Promise<void>, application: Application): Promise<URL> => {
  const outcome = await connecting.then(
    () => "connected without a sign-in",
    (error: unknown) => (error instanceof Error ? error.constructor.name : String(error))
  )
  if (outcome !== "UnauthorizedError") throw new Error(`The client ${outcome}.`)
  return application.asked()
}

const errorsOf = (client: object): ReadonlyArray<Error> => {
  const errors: Array<Error> = []
  Object.assign(client, { onerror: (error: Error) => void errors.push(error) })
  return errors
}

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((block: { readonly text?: string }) => block.text ?? "").join("\n") : ""

export const resultOf = (result: object): ToolResult => ({
  isError: "isError" in result && result.isError === true,
  structured: "structuredContent" in result ? result.structuredContent : undefined,
  text: textOf("content" in result ? result.content : undefined)
})

/** `@modelcontextprotocol/sdk`, which knows revisions up to 2025-11-25. */
export const olderClient: SigningClient = {
  name: "the older SDK client",
  signIn: async (url, application, decide) => {
    const transport = new OlderTransport(new URL(url), { authProvider: application })
    const back = await decide(await asked(new OlderSdk(identity).connect(transport), application))
    await transport.finishAuth(back.searchParams.get("code") ?? "")
  },
  connect: async (url, credential) => {
    const client = new OlderSdk(identity)
    const errors = errorsOf(client)
    await client.connect(new OlderTransport(new URL(url), optionsOf(credential)))
    return {
      listTools: async () => (await client.listTools()).tools,
      callTool: async (name, args) => resultOf(await client.callTool({ name, arguments: { ...args } })),
      errors,
      close: () => client.close()
    }
  }
}

const modern = (name: string, mode: "auto" | "legacy", era: string): SigningClient => ({
  name,
  signIn: async (url, application, decide) => {
    const transport = new ModernTransport(new URL(url), { authProvider: application })
    const client = new ModernSdk(identity, { versionNegotiation: { mode } })
    const back = await decide(await asked(client.connect(transport), application))
    await transport.finishAuth(back.searchParams)
  },
  connect: async (url, credential) => {
    const client = new ModernSdk(identity, { versionNegotiation: { mode } })
    const errors = errorsOf(client)
    await client.connect(new ModernTransport(new URL(url), optionsOf(credential)))
    const spoken = client.getProtocolEra()
    if (spoken !== era) throw new Error(`${name} speaks ${spoken}`)
    return {
      listTools: async () => (await client.listTools()).tools,
      callTool: async (name, args) => resultOf(await client.callTool({ name, arguments: { ...args } })),
      errors,
      close: () => client.close()
    }
  }
})

/** `@modelcontextprotocol/client`, which speaks 2026-07-28 where the server does. */
export const modernClient = modern("the newer SDK client", "auto", "modern")
export const modernClientOfOldEra = modern("the newer SDK client with the older protocol", "legacy", "legacy")

export const sdkClients: ReadonlyArray<SigningClient> = [olderClient, modernClient, modernClientOfOldEra]
