/** The configurations are read by what will read them: JSON by its parser, commands by a shell. */
import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { mcpClients } from "../../../src/features/first-steps/McpClients.ts"

const url = "https://heddle.example/mcp"

const written = (id: string, key?: string) =>
  mcpClients.find((client) => client.id === id)?.configuration(url, key) ?? ""

const words = (program: string, script: string): ReadonlyArray<string> =>
  spawnSync("sh", ["-s"], { input: `${program}() { printf '%s\\0' "$@"; }\n${script}` })
    .stdout.toString()
    .split("\0")
    .slice(0, -1)

describe("configuration of assistants", () => {
  it("Claude Code sends the key as a header, or signs in", () => {
    const start = ["mcp", "add", "--transport", "http", "heddle", url]
    expect(words("claude", written("claude-code"))).toEqual(start)
    expect(words("claude", written("claude-code", "hdl_x"))).toEqual([
      ...start,
      "--header",
      "Authorization: Bearer hdl_x"
    ])
  })

  it("Codex reads the key from a variable", () => {
    expect(words("codex", written("codex", "hdl_x"))).toEqual([
      "mcp",
      "add",
      "heddle",
      "--url",
      url,
      "--bearer-token-env-var",
      "HEDDLE_API_KEY"
    ])
  })

  it("files are JSON with the address and the key", () => {
    const headers = { Authorization: "Bearer hdl_x" }
    expect(JSON.parse(written("cursor", "hdl_x"))).toEqual({ mcpServers: { heddle: { url, headers } } })
    expect(JSON.parse(written("vs-code", "hdl_x"))).toEqual({ servers: { heddle: { type: "http", url, headers } } })
    expect(JSON.parse(written("gemini-cli", "hdl_x"))).toEqual({ mcpServers: { heddle: { httpUrl: url, headers } } })
    expect(JSON.parse(written("cursor"))).toEqual({ mcpServers: { heddle: { url } } })
  })
})
