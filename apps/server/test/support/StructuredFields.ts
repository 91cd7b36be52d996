/** A strict parser of the structured fields (RFC 9651) that this service sends: lists of strings with integers. */

export interface Item {
  readonly value: string
  readonly parameters: Readonly<Record<string, number>>
}

const item = /^"((?:[ !#-[\]-~]|\\["\\])*)"((?:;[a-z*][a-z0-9_.*-]*=-?\d{1,15})*)$/

/** Throws what is wrong with it. */
export const parseList = (field: string): ReadonlyArray<Item> =>
  field.split(/[ \t]*,[ \t]*/).map((text) => {
    const [, value, parameters] = item.exec(text) ?? []
    if (value === undefined || parameters === undefined) throw new Error(`not a structured field: ${field}`)
    const entries = parameters.split(";").filter((part) => part !== "")
    return {
      value: value.replaceAll(/\\(["\\])/g, "$1"),
      parameters: Object.fromEntries(
        entries.map((entry) => {
          const [name = "", number] = entry.split("=")
          return [name, Number(number)]
        })
      )
    }
  })
