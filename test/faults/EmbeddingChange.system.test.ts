/** A server that is killed anywhere while its model changes goes on with it, and no post stays without a vector. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { answer, embeddingServer, type EmbeddingServer } from "../../apps/server/test/support/EmbeddingServer.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { onPostgresWithVectors } from "../support/Databases.ts"
import { choosePlace, eventually, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { onLongRun } from "../support/LongTests.ts"
import { callApi, createAccount, ingest } from "../support/Operator.ts"

const Models = Schema.Array(
  Schema.Struct({ name: Schema.String, state: Schema.String, posts: Schema.Int, embedded: Schema.Int })
)
const Found = Schema.Struct({
  engine: Schema.String,
  data: Schema.Array(Schema.Struct({ code: Schema.String, relevance_score: Schema.Finite }))
})

const postCount = 300
const slackMillis = 60_000
const failpoints = ["embedding.beforeStore:3", "embedding.beforeSwitch", "embedding.afterSwitch"]
/** In a short run. */
const oneFailpoint = failpoints.slice(0, 1)

const captionOf = (index: number): string => `this is the post with the number ${index} and nothing else`

const ingestPosts = (server: HeddleProcess) => {
  const time = Math.floor(Date.now() / 1000)
  const lines = Array.from({ length: postCount }, (_, index) =>
    JSON.stringify({
      type: "post",
      code: `p${index}`,
      caption: captionOf(index),
      username: "someone",
      language: "en",
      post_timestamp: time - index * 600
    })
  )
  return ingest(server, lines.join("\n"))
}

const models = async ({ operatorUrl }: HeddleProcess) =>
  Schema.decodeUnknownSync(Models)(await (await fetch(`${operatorUrl}/embeddings`)).json())

const isComplete = async (server: HeddleProcess, name: string): Promise<boolean> => {
  const active = (await models(server)).find(({ state }) => state === "active")
  return active?.name === name && active.embedded === postCount
}

const changeAndKill = async (
  provider: EmbeddingServer,
  env: Readonly<Record<string, string>>,
  failpoints: ReadonlyArray<string>
) => {
  const dataDir = await makeDataDir()
  const place = await choosePlace(dataDir, {
    ...env,
    HEDDLE_EMBEDDINGS_URL: provider.url,
    HEDDLE_EMBEDDINGS_BATCH_SIZE: "32"
  })
  const start = (model: string, more: Readonly<Record<string, string>> = {}) =>
    startHeddle({ ...place, env: { ...place.env, HEDDLE_EMBEDDINGS_MODEL: model, ...more } })
  let server = await start("model-0")
  try {
    const account = await createAccount(server, { plan: "standard", credits: 10_000 })
    await ingestPosts(server)
    await eventually("the first model is complete", () => isComplete(server, "model-0"), slackMillis)
    for (const [index, failpoint] of failpoints.entries()) {
      const model = `model-${index + 1}`
      await server.stop()
      // Until the server is ready, so that it does not die before.
      provider.setFault((request, response) => {
        if (request.model === model) answer(response, 404, {})
        return request.model === model
      })
      server = await start(model, { HEDDLE_FAILPOINT: failpoint })
      provider.setFault(undefined)
      assert.isNull(await server.exit(), `killed at ${failpoint}`)
      server = await start(model)
      await eventually(`${model} is complete`, () => isComplete(server, model), slackMillis)
      const topic = encodeURIComponent(captionOf(7))
      await eventually(
        "the vectors answer",
        async () => {
          const path = `/post/semantic-search?language=en&limit=1&topic=${topic}`
          const { engine, data } = Schema.decodeUnknownSync(Found)(await callApi(server, account, "GET", path))
          return engine === "embedding" && data[0]?.code === "p7" && data[0].relevance_score > 0.999
        },
        slackMillis
      )
    }
  } finally {
    await server.kill()
    await removeDataDir(dataDir)
  }
}

const run = (env: Readonly<Record<string, string>>, points: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.flatMap(embeddingServer, (provider) => Effect.promise(() => changeAndKill(provider, env, points)))
  )

it.live("on the embedded database, killed once", () => run({}, oneFailpoint), 300_000)

onLongRun("killed at every point", () => {
  it.live("on the embedded database", () => run({}, failpoints), 300_000)

  onPostgresWithVectors("on PostgreSQL", ({ freshUrl }) => {
    it.live(
      "another process takes over",
      () => Effect.scoped(Effect.flatMap(freshUrl, (url) => run({ DATABASE_URL: Redacted.value(url) }, failpoints))),
      300_000
    )
  })
})
