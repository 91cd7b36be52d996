/**
 * What differs from run to run has a placeholder: `<req_search_3>` is the third request id that first appeared in the
 * answers of the group `search`. Requests are written with placeholders too, and get the values of the run.
 */

/** The form of an id of the service: what kind it is, then a ULID. */
const id = /\b(acct|key|grant|hold|use|ep|rule|evt|dlv|req|claim|mail|period|sub|buy|rec)_[0-9A-HJKMNP-TV-Z]{26}\b/g
const secret = /\bwhsec_[A-Za-z0-9+/]{43}=/g
const cursor = /(?<="next_cursor":")[^"]+/g
const anchor = /(?<="anchor":")[^"]+/g

export interface Placeholders {
  /** Names of what first appears from now on have the group's name in them. */
  begin(group: string): void
  /** Gives a known value its placeholder, `<name>`. */
  add(name: string, value: string): void
  /** A text of the service with placeholders. */
  hide(text: string): string
  /** A text with the values of this run. */
  fill(text: string): string
  /** Values whose placeholder begins so. */
  valuesOf(kind: string): ReadonlyArray<string>
}

export const makePlaceholders = (): Placeholders => {
  const byValue = new Map<string, string>()
  const byName = new Map<string, string>()
  const counts = new Map<string, number>()
  let group = ""

  const add = (name: string, value: string) => {
    byValue.set(value, `<${name}>`)
    byName.set(`<${name}>`, value)
  }
  const nameOf = (kind: string, value: string): string => {
    const known = byValue.get(value)
    if (known !== undefined) return known
    const prefix = `${kind}_${group}`
    const number = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, number)
    add(`${prefix}_${number}`, value)
    return `<${prefix}_${number}>`
  }

  return {
    begin: (name) => (group = name),
    add,
    hide: (text) => {
      let hidden = text
        .replaceAll(cursor, (value) => nameOf("cursor", value))
        .replaceAll(anchor, (value) => nameOf("anchor", value))
        .replaceAll(secret, (value) => nameOf("secret", value))
        .replaceAll(id, (value, kind: string) => nameOf(kind, value))
        .replaceAll(/"durationMs":\d+/g, '"durationMs":<millis>')
      // Known values elsewhere: ports, API keys, a cursor among the parameters of the usage history.
      for (const [value, name] of byValue) {
        if (!/^<(?:req|use|hold)_/.test(name)) hidden = hidden.replaceAll(value, name)
      }
      return hidden
    },
    fill: (text) => text.replaceAll(/<[a-z]+(?:[_:][a-z0-9_-]+)?>/g, (name) => byName.get(name) ?? name),
    valuesOf: (kind) => [...byName].filter(([name]) => name.startsWith(`<${kind}`)).map(([, value]) => value)
  }
}
