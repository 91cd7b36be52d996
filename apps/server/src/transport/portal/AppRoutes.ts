/** Serves the browser's program: its files to everybody, its page to people who are signed in. */
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { readdir, readFile, stat } from "node:fs/promises"
import { extname, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { RequestId } from "../http/Conventions.ts"
import { problem } from "../http/ProblemResponses.ts"
import { html } from "../pages/Html.ts"
import { languageFor } from "../pages/Language.ts"
import { page, pageHeaders } from "../pages/Page.ts"
import { PageAccess } from "../pages/PageAccess.ts"
import type { PageRequest } from "../pages/PageRequest.ts"
import { pageRoute, seeOther, withCookies } from "../pages/PageRoutes.ts"
import { safeReturnTo, withReturnTo } from "../pages/ReturnTo.ts"

/** The files of the browser's program, read into memory when its page has changed. */
const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json"
}

interface AppFile {
  readonly bytes: Uint8Array
  readonly contentType: string
}

interface AppFiles {
  /** The page, as built. */
  readonly page: string
  /** By their paths below `/portal/`. */
  readonly files: ReadonlyMap<string, AppFile>
}

/** Where the build puts them. */
const builtFolder = fileURLToPath(new URL("../../../../portal/dist/", import.meta.url))

const pageName = "index.html"

const filesIn = async (folder: string): Promise<AppFiles> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = new Map<string, AppFile>()
  for (const path of paths) {
    const contentType = contentTypes[extname(path)]
    if (contentType === undefined) continue
    files.set(relative(folder, path).split(sep).join("/"), { bytes: await readFile(path), contentType })
  }
  return { page: await readFile(join(folder, pageName), "utf8"), files }
}

/** None while the program is not built. */
const makeAppFiles = (folder: string) => {
  let loaded: { readonly version: number; readonly files: AppFiles } | undefined
  const load = async (): Promise<AppFiles> => {
    const version = (await stat(join(folder, pageName))).mtimeMs
    if (loaded?.version !== version) loaded = { version, files: await filesIn(folder) }
    return loaded.files
  }
  return Effect.option(Effect.tryPromise(load)) satisfies Effect.Effect<Option.Option<AppFiles>>
}

/** Nothing but our own files, and no text that becomes a script. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'"
].join("; ")

const themes: ReadonlySet<string> = new Set(["light", "dark", "system"])

interface Chosen {
  readonly language: string | undefined
  readonly theme: string | undefined
  readonly acceptLanguage: string | undefined
}

/** On `<html>`, so that the first paint has the right fonts and colours without a script in the page. */
const chosenAttributes = ({ language, theme, acceptLanguage }: Chosen) => ({
  lang: languageFor({ chosen: language, acceptLanguage }),
  theme: theme !== undefined && themes.has(theme) ? theme : "system"
})

/**
 * Where signing in for another tab ends. This page closes itself, which a browser allows only while it belongs to the tab
 * that opened it. The pages of the sign-in have no such policy either: applications talk to the window that they open.
 */
const signedInPath = "signed-in"

const appPage = (path: string, built: string, chosen: Chosen): HttpServerResponse.HttpServerResponse => {
  const { lang, theme } = chosenAttributes(chosen)
  return HttpServerResponse.text(built.replace(/<html[^>]*>/, `<html lang="${lang}" data-theme="${theme}">`), {
    contentType: pageHeaders["content-type"],
    headers: {
      ...pageHeaders,
      "content-security-policy": contentSecurityPolicy,
      ...(path === signedInPath ? {} : { "cross-origin-opener-policy": "same-origin-allow-popups" })
    }
  })
}

const notBuilt = page(
  {
    title: "The portal is not built",
    body: html`<p>Its operator builds it with <code>npm run build -w apps/portal</code>. Everything else works.</p>`
  },
  503
)

const fileResponse = ({ bytes, contentType }: AppFile, cacheControl: string) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType,
    headers: { "cache-control": cacheControl }
  })

/** Their names change with their content. */
const forever = "public, max-age=31536000, immutable"
const anHour = "public, max-age=3600"

/** `folder`: where the program is built. */
export const appRoutes = (folder: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const access = yield* PageAccess
      const app = makeAppFiles(folder)

      const fileAt = Effect.fnUntraced(function* (path: string) {
        return Option.flatMapNullishOr(yield* app, ({ files }) => files.get(path))
      })

      const asset = Effect.gen(function* () {
        const name = (yield* HttpRouter.params)["*"] ?? ""
        const file = yield* fileAt(`assets/${name}`)
        return Option.isSome(file) ? fileResponse(file.value, forever) : problem(404, (yield* RequestId) ?? "")
      })

      const show = Effect.fnUntraced(function* ({ headers }: PageRequest) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const path = (yield* HttpRouter.params)["*"] ?? ""
        const file = path.includes(".") && !path.endsWith(".html") ? yield* fileAt(path) : Option.none()
        if (Option.isSome(file)) return fileResponse(file.value, anHour)
        const { signedIn, setCookies } = yield* access.visit(headers)
        if (Option.isNone(signedIn)) return seeOther(withReturnTo("/sign-in", safeReturnTo(request.url) ?? "/portal"))
        const built = yield* app
        if (Option.isNone(built)) return withCookies(notBuilt, setCookies)
        const { heddle_lang: language, heddle_theme: theme } = request.cookies
        const chosen = { language, theme, acceptLanguage: request.headers["accept-language"] }
        return withCookies(appPage(path, built.value.page, chosen), setCookies)
      })

      return Layer.mergeAll(
        HttpRouter.add("GET", "/portal/assets/*", asset),
        // Also `/portal` itself.
        pageRoute("GET", "/portal/*", show)
      )
    })
  )

export const AppRoutes = appRoutes(builtFolder)
