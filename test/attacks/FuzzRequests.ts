/** Requests made from the schemas of a contract and then spoiled: values, names, bodies, headers, methods, paths. */
import { Schema, SchemaAST } from "effect"
import fc from "fast-check"
import { readFileSync } from "node:fs"

export interface FuzzRoute {
  readonly method: string
  readonly path: string
  /** Parameters and body fields with values that their schemas take, or just miss. */
  readonly fields: ReadonlyArray<readonly [name: string, values: ReadonlyArray<unknown>]>
}

interface Described {
  readonly method: string
  readonly path: string
  readonly query: Schema.Top | undefined
  readonly payload: ReadonlyMap<string, { readonly schemas: ReadonlyArray<Schema.Top> }>
}

export const routeOf = ({ method, path, query, payload }: Described): FuzzRoute => {
  const signatures = [
    ...(query === undefined ? [] : [Schema.toType(query)]),
    ...[...payload.values()].flatMap(({ schemas }) => schemas).map((schema) => Schema.toEncoded(schema))
  ].flatMap(({ ast }) => (SchemaAST.isObjects(ast) ? ast.propertySignatures : []))
  return {
    method,
    path,
    fields: signatures.map(({ name, type }) => [String(name), valuesOf(type)])
  }
}

const words = ["a", "a,b", "台積電", "https://example.com/hooks", "someone@example.com"]

const valuesOf = (ast: SchemaAST.AST): ReadonlyArray<unknown> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(valuesOf)
  if (SchemaAST.isLiteral(ast)) return [ast.literal, String(ast.literal).toUpperCase()]
  if (SchemaAST.isBoolean(ast)) return [true, false]
  if (SchemaAST.isNull(ast)) return [null]
  if (!SchemaAST.isNumber(ast)) return words
  const bounds = (ast.checks ?? []).map(({ annotations }) => Object(annotations?.["arbitraryConstraint"]))
  const numbers = bounds.flatMap(({ minimum, maximum }) => [minimum, maximum]).filter((bound) => bound !== undefined)
  return [10, 24, 500, 20_000, ...numbers.flatMap((bound: number) => [bound - 1, bound, bound + 1])]
}

const given: { readonly values: ReadonlyArray<string>; readonly bodies: ReadonlyArray<string> } = JSON.parse(
  readFileSync(new URL("hostile.json", import.meta.url), "utf8")
)
const hostileValues = [...given.values, "e\u0301".repeat(60), "x".repeat(3_000), "ﷺ".repeat(200), "a,".repeat(500)]
export const hostile = fc.constantFrom(...hostileValues)
const text = fc.oneof(fc.constantFrom(...words), hostile, fc.string({ unit: "binary", maxLength: 40 }))
const scalar = fc.oneof(
  text,
  text.map(Number),
  fc.constantFrom(null, true, false, -1, 0.5, 1e300, Number.MAX_SAFE_INTEGER)
)

/** A field with a value of its own, now and then of another, or a name that none has. */
const entry = (fields: FuzzRoute["fields"]) => {
  const known =
    fields.length === 0
      ? []
      : [
          {
            weight: 12,
            arbitrary: fc
              .constantFrom(...fields)
              .chain(([name, values]) =>
                fc.tuple(
                  fc.constant(name),
                  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: scalar })
                )
              )
          }
        ]
  return fc.oneof(
    ...known,
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom("keywords", "__proto__", "constructor", "toString", "length"), scalar)
    },
    { weight: 1, arbitrary: fc.tuple(text, scalar) }
  )
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)
const hostileBodies = [
  ...given.bodies,
  nested(20_000, "[", "]"),
  `${'{"keyword":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  `{"url":${nested(9_000, "[", "]")}}`,
  " ".repeat(70_000),
  `{${Array.from({ length: 3_000 }, (_, index) => `"k${index}":0`).join()}}`,
  `[${"0,".repeat(30_000)}0]`,
  `"${"\\u0041".repeat(9_000)}"`,
  `{"url":${"9".repeat(60_000)}}`
]
const rawBody = fc.oneof(hostile, fc.json({ maxDepth: 6 }), fc.constantFrom(...hostileBodies))
const objectBody = (fields: FuzzRoute["fields"]) =>
  fc
    .array(
      fc.oneof({ weight: 8, arbitrary: entry(fields) }, { weight: 1, arbitrary: fc.tuple(text, fc.jsonValue()) }),
      {
        maxLength: 6
      }
    )
    // Written by hand, so that `__proto__` and repeated names arrive as they are.
    .map(
      (entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 0}`).join()}}`
    )

/** Few keys, so that they meet again with the same request and with others. */
const idempotencyKeys = ["k1", '"k1"', "k2", '"k\\"3"', "", "a b", '"', "x".repeat(300), "k1, k2", "é"]
const headerValues = {
  "idempotency-key": idempotencyKeys,
  "x-request-id": ["mine", "", "a b", "x".repeat(200), "<script>", "é", "a, b"],
  accept: ["*/*", "application/json;q=0", "text/html", "application/*", ";;;", "q", "text/html, */*;q=0.1"],
  "accept-encoding": ["gzip", "br;q=1.0, *;q=0", "identity;q=0", "x"],
  "content-encoding": ["gzip", "identity", "br", ""],
  "content-type": [
    "text/plain",
    "application/json; charset=latin1",
    "multipart/form-data",
    "x",
    "",
    "application/json"
  ],
  authorization: ["Bearer", "Bearer hdl_x", "Basic dXNlcjpwYXNz", "", "Bearer a, Bearer b", "é"],
  origin: ["null", "https://app.example"],
  upgrade: ["websocket", "h2c"],
  connection: ["upgrade", "keep-alive, x"],
  "access-control-request-method": ["GET", "x"],
  "x-http-method-override": ["DELETE"],
  range: ["bytes=0-5"],
  "if-none-match": ["*"],
  te: ["trailers"],
  cookie: ["a=b; __proto__=c"]
} as const

const oddHeader = fc
  .constantFrom(...Object.entries(headerValues))
  .chain(([name, values]) => fc.constantFrom(...values).map((value): readonly [string, string] => [name, value]))

export interface FuzzRequest {
  readonly route: FuzzRoute
  readonly method: string
  readonly path: string
  readonly id: string
  readonly query: ReadonlyArray<readonly [string, unknown, boolean]>
  readonly body: string
  readonly isChunked: boolean
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly caller: "rich" | "poor" | "none"
}

export const fuzzRequest = (routes: ReadonlyArray<FuzzRoute>): fc.Arbitrary<FuzzRequest> =>
  fc.constantFrom(...routes).chain((route) =>
    fc.record({
      route: fc.constant(route),
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(route.method) },
        { weight: 1, arbitrary: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") }
      ),
      path: fc.oneof(
        { weight: 12, arbitrary: fc.constant(route.path) },
        { weight: 1, arbitrary: text.map((segment) => `/${segment}`) }
      ),
      id: fc.oneof(fc.constant("known"), text),
      // The flag says whether the value is sent percent-encoded or as it stands.
      query: fc.array(
        fc
          .tuple(entry(route.method === "GET" ? route.fields : []), fc.boolean())
          .map(([[name, value], escape]) => [name, value, escape] as const),
        { maxLength: route.method === "GET" ? 5 : 1, size: "max" }
      ),
      body: fc.oneof({ weight: 3, arbitrary: objectBody(route.fields) }, { weight: 1, arbitrary: rawBody }),
      isChunked: fc.boolean(),
      headers: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 2, arbitrary: fc.constantFrom("k1", "k2").map((key) => [["idempotency-key", key] as const]) },
        { weight: 2, arbitrary: fc.array(oddHeader, { maxLength: 3 }) }
      ),
      caller: fc.oneof(
        { weight: 8, arbitrary: fc.constant("rich" as const) },
        { weight: 4, arbitrary: fc.constant("poor" as const) },
        { weight: 1, arbitrary: fc.constant("none" as const) }
      )
    })
  )

const encoded = (part: string, escape: boolean): string =>
  escape ? encodeURIComponent(part.toWellFormed()) : part.replaceAll(/[#?&=/\\\s]/g, "")

export const urlOf = (baseUrl: string, { path, id, query }: FuzzRequest, known: string): string => {
  const segment = id === "known" ? known : encoded(id, true)
  const search = query
    .map(([name, value, escape]) => `${encoded(name, escape)}=${encoded(String(value), escape)}`)
    .join("&")
  return `${baseUrl}${path.replaceAll(/:[a-z_]+/g, segment)}${search === "" ? "" : `?${search}`}`
}
