import { Heddle } from "../src/index.ts"
import { callEveryOperation } from "./support/EveryOperation.ts"

const firstOf = async (events: AsyncIterable<unknown>): Promise<unknown> => {
  for await (const event of events) return event
  return undefined
}

callEveryOperation((options) => {
  const heddle = new Heddle(options)
  return {
    call: async (name, parameters) => {
      if (name === "exportHistory") return (await heddle.exportHistory(parameters)).text()
      const method: unknown = Reflect.get(heddle, name)
      if (typeof method !== "function") throw new Error(`There is no ${name}.`)
      const made: unknown = Reflect.apply(method, heddle, [parameters])
      if (typeof made === "object" && made !== null && Symbol.asyncIterator in made) {
        return firstOf(heddle.listenToEndpoint({ endpoint_id: String(parameters["endpoint_id"]) }))
      }
      return made
    },
    estimate: (name, parameters) => Reflect.apply(heddle.estimate, heddle, [name, parameters]),
    close: () => {}
  }
})
