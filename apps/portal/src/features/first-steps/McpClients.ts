/** How each assistant is told where Heddle is (docs/mcp.md). Without a key, those that can sign in do so. */
import { shellWord } from "@heddle/api/snippets"

interface McpClient {
  readonly id: string
  readonly name: string
  /** Where the configuration goes; a text id's end. */
  readonly where: "terminal" | "connectors" | "developerMode" | "cursorFile" | "vsCodeFile" | "geminiFile" | "other"
  readonly language: string
  readonly configuration: (url: string, key: string | undefined) => string
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)

const headers = (key: string | undefined) => (key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } })

const address = (url: string): string => url

export const mcpClients: readonly [McpClient, ...ReadonlyArray<McpClient>] = [
  {
    id: "claude-code",
    name: "Claude Code",
    where: "terminal",
    language: "sh",
    configuration: (url, key) =>
      `claude mcp add --transport http heddle ${shellWord(url)}${
        key === undefined ? "" : ` --header ${shellWord(`Authorization: Bearer ${key}`)}`
      }`
  },
  { id: "claude", name: "Claude, Claude Desktop", where: "connectors", language: "URL", configuration: address },
  { id: "chatgpt", name: "ChatGPT", where: "developerMode", language: "URL", configuration: address },
  {
    id: "cursor",
    name: "Cursor",
    where: "cursorFile",
    language: "JSON",
    configuration: (url, key) => json({ mcpServers: { heddle: { url, ...headers(key) } } })
  },
  {
    id: "vs-code",
    name: "VS Code",
    where: "vsCodeFile",
    language: "JSON",
    configuration: (url, key) => json({ servers: { heddle: { type: "http", url, ...headers(key) } } })
  },
  {
    id: "codex",
    name: "Codex",
    where: "terminal",
    language: "sh",
    configuration: (url, key) =>
      key === undefined
        ? `codex mcp add heddle --url ${shellWord(url)}\ncodex mcp login heddle`
        : `export HEDDLE_API_KEY=${shellWord(key)}\ncodex mcp add heddle --url ${shellWord(url)} --bearer-token-env-var HEDDLE_API_KEY`
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    where: "geminiFile",
    language: "JSON",
    configuration: (url, key) => json({ mcpServers: { heddle: { httpUrl: url, ...headers(key) } } })
  },
  {
    id: "other",
    name: "MCP",
    where: "other",
    language: "URL",
    configuration: (url, key) => (key === undefined ? url : `${url}\nAuthorization: Bearer ${key}`)
  }
]
