/** Each question of `Questions.ts` is answered by the call it names, and each tool answers one. */
import { assert, it } from "vitest"
import { baseSeconds } from "../recorded/StandingClock.ts"
import { questionBodies } from "./QuestionPosts.ts"
import { questions } from "./Questions.ts"
import { withQuietServer } from "./QuietServer.ts"
import { modernClient } from "./ToolClients.ts"
import { toolNames } from "./ToolCalls.ts"

/** Such as `data.0.code`. */
const valueAt = (result: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      result
    )

it("twenty-three questions are answered by the calls they name", () =>
  withQuietServer({ seconds: baseSeconds, bodies: questionBodies(baseSeconds) }, async ({ server, account, live }) => {
    const asked = questions(live)
    assert.lengthOf(asked, 23)
    assert.deepStrictEqual(
      toolNames.filter((name) => !asked.some(({ tool }) => tool === name)),
      []
    )
    const client = await modernClient.connect(`${server.baseUrl}/mcp`, account.apiKey)
    for (const { ask, tool, args, expects } of asked) {
      const { isError, structured, text } = await client.callTool(tool, args)
      assert.isFalse(isError, `${ask}\n${text}`)
      const found = Object.fromEntries(Object.keys(expects).map((path) => [path, valueAt(structured, path)]))
      assert.deepStrictEqual(found, expects, `${ask}\n${text}`)
    }
    await client.close()
  }))
