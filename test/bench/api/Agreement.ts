/** Before anything is timed: every service finds the same posts. */
import { Effect, Schema } from "effect"
import type { Scenario } from "./Scenarios.ts"
import type { Service } from "./Services.ts"

const decode = Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Array(Schema.Struct({ code: Schema.String })) }))

const codes = async ({ origin, keys }: Service, path: string): Promise<string> => {
  const response = await fetch(origin + path, { headers: { authorization: `Bearer ${keys[0]}` } })
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
  return decode(await response.json())
    .data.map(({ code }) => code)
    .join()
}

export const requireAgreement = (services: ReadonlyArray<Service>, { paths }: Scenario) =>
  Effect.promise(async () => {
    for (const path of paths) {
      const [first, ...others] = await Promise.all(services.map((service) => codes(service, path)))
      if (others.some((other) => other !== first)) throw new Error(`not the same posts: ${path}`)
    }
  })
