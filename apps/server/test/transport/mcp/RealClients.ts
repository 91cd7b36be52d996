/**
 * What real MCP clients send, from registration to a call. `seen` names where each was read: the source of the client, or
 * a report that quotes its requests. What was seen nowhere is left out, and the test sends what the protocol asks for.
 */

type Json = Readonly<Record<string, unknown>>

export interface RealClient {
  readonly seen: string
  /** The body of its registration. */
  readonly registration: Json
  /** The redirect address that it uses, with the port of the moment. */
  readonly redirect: string
  /** What it puts after the address of the server as `resource`. */
  readonly resourceEnd?: "" | "/"
  readonly clientInfo: Json
  readonly protocolVersion: string
  readonly capabilities?: Json
  /** With each request, besides the token. */
  readonly headers?: Readonly<Record<string, string>>
  /** `params` of `tools/list`. */
  readonly list?: Json | null
  /** Arguments of a search for 台積電, as its users leave the others out. */
  readonly search: Json
}

const both = { grant_types: ["authorization_code", "refresh_token"], response_types: ["code"] }
const publicClient = { ...both, token_endpoint_auth_method: "none" }

export const realClients: Readonly<Record<string, RealClient>> = {
  Claude: {
    seen: "elmohq/elmo#684",
    registration: { ...both, client_name: "Claude", redirect_uris: ["https://claude.ai/api/mcp/auth_callback"] },
    redirect: "https://claude.ai/api/mcp/auth_callback",
    resourceEnd: "",
    clientInfo: { name: "claude-ai", version: "0.1.0" },
    protocolVersion: "2025-06-18",
    search: { keywords: ["台積電"] }
  },
  "Claude Code": {
    seen: "elmohq/elmo#684 (captured), anthropics/claude-code#5504 (lists as JSON text)",
    registration: {
      ...publicClient,
      client_name: "Claude Code",
      application_type: "native",
      redirect_uris: ["http://localhost:3118/callback"]
    },
    redirect: "http://localhost:3118/callback",
    clientInfo: { name: "claude-code", version: "2.1.208" },
    protocolVersion: "2025-06-18",
    capabilities: { roots: {} },
    search: { keywords: '["台積電"]' }
  },
  ChatGPT: {
    seen: "makeplane/plane-mcp-server#165, elastic/docs-content#7733 (an address of its own for each connector)",
    registration: {
      ...both,
      client_name: "ChatGPT",
      redirect_uris: ["https://chatgpt.com/connector/oauth/OUbdUMlL15Ct"],
      token_endpoint_auth_method: "client_secret_post"
    },
    redirect: "https://chatgpt.com/connector/oauth/OUbdUMlL15Ct",
    clientInfo: { name: "openai-mcp", version: "1.0.0" },
    protocolVersion: "2025-06-18",
    search: { keywords: ["台積電"], exclude: [], username: null }
  },
  Cursor: {
    seen: "elmohq/elmo#684 (quotes its team), cursor/cursor#3614 (empty texts)",
    registration: { ...publicClient, client_name: "Cursor", redirect_uris: ["http://localhost:8787/callback"] },
    redirect: "http://localhost:8787/callback",
    clientInfo: { name: "cursor-vscode", version: "1.0.0" },
    protocolVersion: "2025-06-18",
    search: { keywords: ["台積電"], language: "", sort: "", limit: "", cursor: "" }
  },
  "VS Code": {
    seen: "microsoft/vscode src/vs/base/common/oauth.ts; microsoft/vscode#246874, #308766 (initialize)",
    registration: {
      ...publicClient,
      client_name: "Visual Studio Code",
      client_uri: "https://code.visualstudio.com",
      application_type: "native",
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/"
      ]
    },
    redirect: "http://127.0.0.1:33418/",
    resourceEnd: "/",
    clientInfo: { name: "Visual Studio Code", version: "1.109.0" },
    protocolVersion: "2025-11-25",
    capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} }, tasks: {} },
    list: {},
    search: { keywords: ["台積電"], language: ["zh"] }
  },
  Codex: {
    seen: "elmohq/elmo#684 (captured), openai/codex codex-rs",
    registration: {
      ...publicClient,
      client_name: "Codex",
      application_type: "native",
      redirect_uris: ["http://127.0.0.1:37819/callback/4f2c"]
    },
    redirect: "http://127.0.0.1:37819/callback/4f2c",
    clientInfo: { name: "codex-mcp-client", title: "Codex", version: "0.147.0" },
    protocolVersion: "2025-06-18",
    capabilities: { elicitation: {} },
    headers: { "user-agent": "codex-mcp-client/0.147.0" },
    search: { keywords: "台積電" }
  },
  "Gemini CLI": {
    seen: "google-gemini/gemini-cli packages/core/src/mcp/oauth-provider.ts",
    registration: {
      ...publicClient,
      client_name: "Gemini CLI MCP Client",
      redirect_uris: ["http://localhost:65290/oauth/callback"],
      scope: ""
    },
    redirect: "http://localhost:65290/oauth/callback",
    clientInfo: { name: "gemini-cli-mcp-client", version: "0.0.1" },
    protocolVersion: "2025-11-25",
    capabilities: { roots: { listChanged: true } },
    search: { keywords: ["台積電"], limit: "5", include_details: "true" }
  },
  Dify: {
    seen: "langgenius/dify#34857",
    registration: {
      client_name: "Dify",
      redirect_uris: ["https://cloud.dify.ai/console/api/mcp/oauth/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: null,
      client_uri: null,
      scope: null,
      logo_uri: "",
      software_id: null,
      jwks_uri: "",
      contacts: null
    },
    redirect: "https://cloud.dify.ai/console/api/mcp/oauth/callback",
    clientInfo: { name: "Dify", version: "1.0.0" },
    protocolVersion: "2025-06-18",
    list: null,
    search: { keywords: ["台積電"], limit: "5", exclude: null }
  },
  n8n: {
    seen: "n8n-io/n8n packages/cli/src/oauth/oauth.service.ts, packages/@n8n/nodes-langchain/nodes/mcp/shared/utils.ts",
    registration: {
      ...publicClient,
      client_name: "n8n",
      client_uri: "https://n8n.io/",
      redirect_uris: ["https://n8n.example/rest/oauth2-credential/callback"]
    },
    redirect: "https://n8n.example/rest/oauth2-credential/callback",
    clientInfo: { name: "@n8n/n8n-nodes-langchain.mcpClientTool", version: "1" },
    protocolVersion: "2025-11-25",
    headers: { accept: "*/*" },
    search: { keywords: ["台積電"], exclude: "[]" }
  },
  LibreChat: {
    seen: "danny-avila/LibreChat packages/api/src/mcp/oauth/handler.ts",
    registration: {
      ...both,
      client_name: "LibreChat MCP Client",
      redirect_uris: ["https://chat.example/api/mcp/heddle/oauth/callback"],
      token_endpoint_auth_method: "client_secret_basic",
      scope: "mcp"
    },
    redirect: "https://chat.example/api/mcp/heddle/oauth/callback",
    clientInfo: { name: "@librechat/api-client", version: "1.2.3" },
    protocolVersion: "2025-06-18",
    search: { keywords: ["台積電"], exclude: [""] }
  },
  "MCP Inspector": {
    seen: "modelcontextprotocol/inspector client/src/lib/auth.ts",
    registration: {
      ...publicClient,
      client_name: "MCP Inspector",
      client_uri: "https://github.com/modelcontextprotocol/inspector",
      redirect_uris: ["http://localhost:6274/oauth/callback", "http://localhost:6274/oauth/callback/debug"],
      scope: ""
    },
    redirect: "http://localhost:6274/oauth/callback",
    clientInfo: { name: "inspector-client", version: "0.21.1" },
    protocolVersion: "2025-11-25",
    capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } },
    list: { _meta: { progressToken: 1 } },
    search: { keywords: ["台積電"], language: "zh" }
  }
}
