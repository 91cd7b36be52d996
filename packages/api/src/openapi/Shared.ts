/** Parts of the document that several operations have, each once among the components. */
import { type Json, listOf, mapValues, objectOf } from "../Json.ts"

/** Parts with the same content share a name; the others that would have it get a number. */
class Parts {
  readonly #section: string
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly #taken = new Map<string, Json>()

  constructor(section: string) {
    this.#section = section
  }

  count(part: Json) {
    const text = JSON.stringify(part)
    this.#uses.set(text, (this.#uses.get(text) ?? 0) + 1)
  }

  shared(part: Json, wanted: string): Json {
    const text = JSON.stringify(part)
    if ((this.#uses.get(text) ?? 0) < 2) return part
    const name = this.#names.get(text) ?? this.#free(wanted)
    this.#names.set(text, name)
    this.#taken.set(name, part)
    return { $ref: `#/components/${this.#section}/${name}` }
  }

  get components(): Json {
    return Object.fromEntries(this.#taken)
  }

  #free(wanted: string): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted}${number}`
      if (!this.#taken.has(name)) return name
    }
  }
}

const pascal = (name: string): string =>
  name
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

const isProblem = (status: string): boolean => Number(status) >= 400

const mapOperations = (paths: unknown, change: (operation: Json) => Json): Json =>
  mapValues(paths, (path) => mapValues(path, change))

/** Moves what several operations have to the components. */
export const withSharedParts = (document: Json): Json => {
  const responses = new Parts("responses")
  const parameters = new Parts("parameters")
  mapOperations(document["paths"], (operation) => {
    listOf(operation["parameters"]).forEach((parameter) => parameters.count(parameter))
    mapValues(operation["responses"], (response, status) => {
      if (isProblem(status)) responses.count(response)
      return response
    })
    return operation
  })
  const paths = mapOperations(document["paths"], (operation) => ({
    ...operation,
    parameters: listOf(operation["parameters"]).map((one) => parameters.shared(one, pascal(String(one["name"])))),
    responses: mapValues(operation["responses"], (response, status) =>
      isProblem(status) ? responses.shared(response, `Problem${status}`) : response
    )
  }))
  return {
    ...document,
    paths,
    components: {
      ...objectOf(document["components"]),
      responses: responses.components,
      parameters: parameters.components
    }
  }
}
