/** One call over a kept connection; the status once the whole answer is there. */
import { Effect } from "effect"
import { type Agent, request } from "node:http"

export const get = (agent: Agent, url: string, apiKey: string) =>
  Effect.callback<number, Error>((resume) => {
    const sent = request(url, { agent, headers: { authorization: `Bearer ${apiKey}` } }, (response) => {
      response.resume()
      response.once("end", () => resume(Effect.succeed(response.statusCode ?? 0)))
      response.once("error", (error) => resume(Effect.fail(error)))
    })
    sent.once("error", (error) => resume(Effect.fail(error)))
    sent.end()
    return Effect.sync(() => sent.destroy())
  })
