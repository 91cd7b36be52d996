/** Checks before the measurement that all services find the same posts and report credits. */
import { Effect, Schema } from "effect"
import type { Scenario } from "./Scenarios.ts"
import type { Service } from "./Services.ts"

const Found = Schema.Array(Schema.Struct({ code: Schema.String }))
const Balance = Schema.Struct({ remaining_credits: Schema.Finite })
const decode = Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Union([Found, Balance]) }))

const answer = async ({ origin, keys }: Service, path: string): Promise<string> => {
  const response = await fetch(origin + path, { headers: { authorization: `Bearer ${keys[0]}` } })
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
  const { data } = decode(await response.json())
  return "remaining_credits" in data ? "credits" : data.map(({ code }) => code).join()
}

export const requireAgreement = (services: ReadonlyArray<Service>, { paths }: Scenario) =>
  Effect.promise(async () => {
    for (const path of paths) {
      const [first, ...others] = await Promise.all(services.map((service) => answer(service, path)))
      if (others.some((other) => other !== first)) throw new Error(`not the same answers: ${path}`)
    }
  })
