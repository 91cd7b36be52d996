import { Api, operations as contract } from "@heddle/api"
import { OpenApi } from "effect/http-api"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { generateTypeScript } from "../scripts/TypeScript.ts"
import { Heddle, operations } from "../src/index.ts"

describe("the generated file", () => {
  it("is what the contract makes of it: otherwise run `npm run generate -w packages/client`", async () => {
    const written = readFileSync(new URL("../src/generated.ts", import.meta.url), "utf8")
    expect(written === (await generateTypeScript())).toBe(true)
  })

  it("has a method for every operation of the contract", () => {
    const heddle = new Heddle({ apiKey: "hdl_test", baseUrl: "https://heddle.example" })
    const missing = contract.map(({ endpoint }) => endpoint.identifier).filter((name) => !(name in heddle))
    expect(missing).toEqual([])
  })

  it("takes a key wherever a call costs or writes, so that trying again is safe", () => {
    const withoutKey = Object.entries(operations).filter(
      ([, { kind, takesKey }]) => (kind === "priced" || kind === "write") && !takesKey
    )
    expect(withoutKey).toEqual([])
  })

  it("follows references to components", async () => {
    const own: object = OpenApi.fromApi(Api)
    const document = {
      ...own,
      paths: {
        "/user/{username}/interactions": {
          get: {
            operationId: "authors.userInteractions",
            parameters: [{ $ref: "#/components/parameters/username" }, { $ref: "#/components/parameters/days" }],
            responses: { 200: { $ref: "#/components/responses/Interactions" } }
          }
        },
        "/webhook/endpoints": {
          post: {
            operationId: "webhooks.createEndpoint",
            requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/NewEndpoint" } } } },
            responses: {
              201: {
                content: { "application/json": { schema: { $ref: "#/components/schemas/CreateEndpointAnswer" } } }
              }
            }
          }
        }
      },
      components: {
        parameters: {
          username: { name: "username", in: "path", required: true, schema: { type: "string" } },
          days: { name: "days", in: "query", schema: { $ref: "#/components/schemas/Days" } }
        },
        responses: {
          Interactions: {
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Author" } } }
            }
          }
        },
        schemas: {
          Days: { type: "integer" },
          Author: { type: "object", properties: { source: { $ref: "#/components/schemas/Source" } } },
          Source: { enum: ["stored", "live"] },
          NewEndpoint: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
          CreateEndpointAnswer: { type: "object", properties: { id: { type: "string" } } },
          Unused: { type: "string" }
        }
      }
    }
    const text = (await generateTypeScript(document)).replaceAll(/\s+/g, " ")
    for (const part of [
      "export type UserInteractionsAnswer = ReadonlyArray<Author>",
      "export type Author = { readonly source?: Source }",
      'export type Source = "stored" | "live"',
      "{ readonly username: string readonly days?: Days | undefined }",
      "interface CreateEndpointParameters { readonly url: string }",
      "export type CreateEndpointAnswer = { readonly id?: string }",
      'query: ["days"]'
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain("Unused")
    expect(text.split("type CreateEndpointAnswer")).toHaveLength(2)
  })
})
