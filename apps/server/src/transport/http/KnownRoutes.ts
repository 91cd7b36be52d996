/**
 * The methods and media types of every path, from the contract and the other pages: a wrong method gets a 405 instead of
 * a 404, and an `Accept` that excludes the answer a 406. Uses the server's own router settings, so that no spelling of a
 * path bypasses the checks.
 */
import { Api, documentPath, operations, rowSchemaOf, tableTypes } from "@heddle/api"
import { portalRpcPath } from "@heddle/api/portal"
import { memoize } from "effect/Function"
import { FindMyWay } from "effect/http"
import { OpenApi } from "effect/http-api"
import { programPaths } from "../oauth/OAuthRoutes.ts"
import { assetPaths } from "../pages/Assets.ts"
import { docsPaths, mcpMetadataPath, mcpPath, metadataPath, stripeWebhookPath } from "./PublicPaths.ts"
import { routerConfig } from "./Serving.ts"

/** The pages that depend on who is signed in, with their methods. */
interface PersonalPage {
  readonly path: FindMyWay.PathInput
  readonly methods: ReadonlyArray<"GET" | "POST">
}

export const personalPages: ReadonlyArray<PersonalPage> = [
  { path: "/sign-in", methods: ["GET", "POST"] },
  { path: "/sign-in/passkey", methods: ["POST"] },
  { path: "/sign-in/callback/oidc", methods: ["GET"] },
  { path: "/language/:language", methods: ["GET"] },
  { path: "/sign-up", methods: ["GET", "POST"] },
  { path: "/sign-out", methods: ["GET", "POST"] },
  { path: "/verify-email", methods: ["GET", "POST"] },
  { path: "/forgot-password", methods: ["GET", "POST"] },
  { path: "/reset-password", methods: ["GET", "POST"] },
  { path: "/change-email", methods: ["GET", "POST"] },
  { path: "/oauth/authorize", methods: ["GET"] },
  { path: "/oauth/consent/:uid", methods: ["GET", "POST"] },
  { path: "/portal", methods: ["GET"] },
  { path: "/portal/*", methods: ["GET"] },
  { path: "/portal/usage.csv", methods: ["GET"] },
  { path: "/portal/open/:token", methods: ["GET", "POST"] },
  { path: "/portal/export", methods: ["GET"] }
]

interface Route {
  readonly method: string
  /** As the reference writes it. */
  readonly documented: string
  /**
   * `page`: the same for everybody. `personal page`: depends on who is signed in, and may change something; `personal
   * data`: the same for scripts of such pages. `oauth`: programs use it, and its errors are those of OAuth.
   */
  readonly kind: "operation" | "page" | "personal page" | "personal data" | "oauth"
  /** Media types of a success; null where nothing is negotiated. */
  readonly mediaTypes: (() => ReadonlyArray<string>) | null
}

const verbs = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const

/** Made at the first request, because it would take a good part of the server's start. Each call of `fromApi` copies it. */
const documentedPaths = memoize((api: typeof Api) => OpenApi.fromApi(api).paths)

const mediaTypesOf = memoize((operation: (typeof operations)[number]): ReadonlyArray<string> => {
  const { method, path } = operation.endpoint
  const responses = documentedPaths(Api)[documentPath(path)]?.[verbs[method]]?.responses ?? {}
  const documented = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith("2") ? Object.keys(content ?? {}) : []
  )
  // The document has no tables, which would give every list three types.
  const isList = "result" in operation && rowSchemaOf(operation.result) !== null
  return isList ? [...documented, ...Object.values(tableTypes)] : documented
})

// HEAD where a free GET answers at once. That of a priced one would cost as much as the GET, for an answer without rows.
const routes: ReadonlyArray<Omit<Route, "documented"> & { readonly path: FindMyWay.PathInput }> = [
  ...operations.flatMap((operation) => {
    const { method, path } = operation.endpoint
    return (operation.kind === "read" && method === "GET" ? ["GET", "HEAD"] : [method]).map((answered) => ({
      method: answered,
      path,
      kind: "operation" as const,
      mediaTypes: () => mediaTypesOf(operation)
    }))
  }),
  // It negotiates in its own way.
  { method: "POST", path: mcpPath, kind: "operation", mediaTypes: null },
  { method: "POST", path: stripeWebhookPath, kind: "operation", mediaTypes: null },
  ...(
    [
      "/",
      "/favicon.ico",
      "/openapi.json",
      "/healthz",
      ...assetPaths,
      "/portal/assets/*",
      metadataPath,
      mcpMetadataPath,
      // A route `/docs/*` answers `/docs`, too.
      "/docs",
      "/problems",
      ...docsPaths
    ] as const
  ).flatMap((path) => ["GET", "HEAD"].map((method) => ({ method, path, kind: "page" as const, mediaTypes: null }))),
  ...personalPages.flatMap(({ path, methods }) =>
    methods.map((method) => ({ method, path, kind: "personal page" as const, mediaTypes: null }))
  ),
  { method: "POST", path: portalRpcPath, kind: "personal data", mediaTypes: null },
  ...programPaths.map(({ method, path }) => ({ method, path, kind: "oauth" as const, mediaTypes: null }))
]

const router = FindMyWay.make<Route>(routerConfig)
for (const { path, ...route } of routes) router.on(route.method, path, { ...route, documented: documentPath(path) })
const methods = [...new Set(routes.map(({ method }) => method))]

/** What is known of a path. It is looked up once for a request, by each method. */
export interface KnownPath {
  /** One per method; none for an unknown path. */
  readonly routes: ReadonlyArray<Route>
  /** Whether it leads to a page that is the same for everybody. */
  readonly isPage: boolean
  /** Whether it leads to a page that depends on who is signed in. */
  readonly isPersonalPage: boolean
  /** Whether what it leads to depends on who is signed in. */
  readonly isPersonal: boolean
  /** Whether its errors are those of OAuth, rather than problem documents. */
  readonly hasOAuthErrors: boolean
}

const lookUp = (path: string): KnownPath => {
  const routes = methods.flatMap((method) => {
    const found = router.find(method, path)
    return found === undefined ? [] : [found.handler]
  })
  const has = (kind: Route["kind"]) => routes.some((route) => route.kind === kind)
  const hasPersonalData = has("personal data")
  return {
    routes,
    isPage: routes.some(({ kind, method }) => kind === "page" && method === "GET"),
    isPersonalPage: has("personal page") && !hasPersonalData,
    isPersonal: has("personal page") || hasPersonalData,
    hasOAuthErrors: has("oauth")
  }
}

const withoutParameters = new Map<string, KnownPath>(
  routes.flatMap(({ path }) => (/[:*]/.test(path) ? [] : [[path, lookUp(path)] as const]))
)

export const knownPath = (path: string): KnownPath => withoutParameters.get(path) ?? lookUp(path)

/** The labels of a request's metrics. They have few values, whatever is asked for. */
export const labelsOf = (
  method: string,
  { routes }: KnownPath
): { readonly method: string; readonly route: string } => {
  const route = routes.find((one) => one.method === method) ?? routes[0]
  return {
    method: methods.includes(method) || method === "OPTIONS" ? method : "other",
    route: route === undefined ? "unknown" : route.documented
  }
}
