/** The stand-in answers as the lexicons of Bluesky say, so that what is proved with it holds for the network. */
import { assert, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describeWith } from "../../../../../../test/support/DescribeWith.ts"
import { sharedData } from "../../../../../../test/support/SharedData.ts"
import { appViewServer, AppViewStandIn, authorNamed, postBy } from "../../../support/networks/AppViewStandIn.ts"

interface Definition {
  readonly type: string
  readonly required?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, Definition>>
  readonly items?: Definition
  readonly ref?: string
  readonly refs?: ReadonlyArray<string>
  readonly output?: { readonly schema: Definition }
  readonly record?: Definition
}

interface Lexicon {
  readonly id: string
  readonly defs: Readonly<Record<string, Definition>>
}

const DefinitionSchema = Schema.declare(
  (value): value is Definition => Object(value) === value && "type" in Object(value)
)
const LexiconFile = Schema.fromJsonString(
  Schema.Struct({ id: Schema.String, defs: Schema.Record(Schema.String, DefinitionSchema) })
)

const lexiconsIn = (folder: string) => {
  const files = ["feed-defs", "actor-defs", "feed-getPosts", "feed-getPostThread", "actor-getProfiles"]
  const lexicons = files.map((name): Lexicon =>
    Schema.decodeSync(LexiconFile)(readFileSync(join(folder, "appview", `lexicon-${name}.json`), "utf8"))
  )
  return new Map(lexicons.map((lexicon) => [lexicon.id, lexicon]))
}

const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  unknown: () => true
}

/** What is wrong with a value; definitions of other lexicons are not followed. */
const faultsOf = (
  lexicons: ReadonlyMap<string, Lexicon>,
  home: string,
  definition: Definition,
  value: unknown,
  at = "$"
): ReadonlyArray<string> => {
  const find = (ref: string) => {
    const [id, name = "main"] = ref.split("#")
    const target = id === undefined || id === "" ? home : id
    return Option.fromNullishOr(lexicons.get(target)?.defs[name]).pipe(Option.map((found) => ({ target, found })))
  }
  const follow = (ref: string) =>
    Option.match(find(ref), {
      onNone: () => [],
      onSome: ({ target, found }) => faultsOf(lexicons, target, found, value, at)
    })
  if (definition.type === "ref") return follow(definition.ref ?? "")
  if (definition.type === "union") {
    const type = String(Object(value)["$type"])
    const ref = definition.refs?.find((one) => (one.startsWith("#") ? home + one : one) === type)
    return ref === undefined ? [`${at}: ${type} is no member of the union`] : follow(ref)
  }
  if (definition.type === "array") {
    return Array.isArray(value)
      ? value.flatMap((item, index) =>
          faultsOf(lexicons, home, definition.items ?? { type: "unknown" }, item, `${at}[${index}]`)
        )
      : [`${at}: no array`]
  }
  if (definition.type === "object") {
    const object = Object(value)
    const missing = (definition.required ?? [])
      .filter((name) => !(name in object))
      .map((name) => `${at}.${name}: missing`)
    const wrong = Object.entries(definition.properties ?? {}).flatMap(([name, property]) =>
      name in object ? faultsOf(lexicons, home, property, object[name], `${at}.${name}`) : []
    )
    return [...missing, ...wrong]
  }
  return scalars[definition.type]?.(value) === false ? [`${at}: no ${definition.type}`] : []
}

const answerTo = (network: AppViewStandIn, path: string) =>
  Effect.gen(function* () {
    const { url } = yield* appViewServer(network)
    return yield* Effect.promise(async (): Promise<unknown> => (await fetch(url + path)).json())
  }).pipe(Effect.scoped)

describeWith(sharedData, "The stand-in of the AppView", (folder) => {
  const lexicons = lexiconsIn(folder)
  const network = new AppViewStandIn()
  const root = postBy(authorNamed("ann"), "3root", {
    embed: { $type: "app.bsky.embed.images#view", images: [{ thumb: "https://t", fullsize: "https://f", alt: "" }] }
  })
  const reply = postBy(authorNamed("bob"), "3reply", { parent: root.uri })
  network.add(root, reply)

  for (const [id, query] of [
    ["app.bsky.feed.getPosts", `uris=${root.uri}&uris=${reply.uri}`],
    ["app.bsky.feed.getPostThread", `uri=${root.uri}`],
    ["app.bsky.actor.getProfiles", `actors=${root.author.did}&actors=${reply.author.handle}`]
  ] as const) {
    it.live(`answers ${id} as the lexicon says`, () =>
      Effect.gen(function* () {
        const schema = lexicons.get(id)?.defs["main"]?.output?.schema ?? assert.fail(`${id} has no output`)
        const answer = yield* answerTo(network, `/xrpc/${id}?${query}`)
        assert.deepStrictEqual(faultsOf(lexicons, id, schema, answer), [])
        // The check itself finds what is wrong.
        assert.isNotEmpty(faultsOf(lexicons, id, schema, { posts: [{}], profiles: [{}], thread: {} }))
      })
    )
  }
})
