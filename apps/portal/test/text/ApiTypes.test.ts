/** What the usage screen calls API types. */
import { operations } from "@heddle/api"
import { expect, test } from "vitest"
import { apiTypeName, apiTypeTexts } from "../../src/text/ApiTypes.ts"

const t = (id: string, values: Readonly<Record<string, unknown>> = {}) => `${id} ${Object.values(values).join()}`.trim()

test("every type has a name, and no other", () => {
  const types = new Set([...operations.map(({ apiType }) => apiType), "webhook"])
  expect(Object.keys(apiTypeTexts).toSorted()).toEqual([...types].toSorted())
})

test("a call through MCP says so; a type of a newer server keeps its name", () => {
  expect(apiTypeName(t, "mcp:keywords")).toBe("operation.viaMcp operation.searchPosts")
  expect(apiTypeName(t, "newer")).toBe("newer")
})
