/** Serves the browser's program: its files to everybody, its page to people who are signed in. */
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Sessions } from "../../accounts/sign-in/Sessions.ts"
import { html } from "../pages/Html.ts"
import { page } from "../pages/Page.ts"
import { pageRoute, seeOther, withCookies } from "../pages/PageRoutes.ts"
import type { PageRequest } from "../pages/PageRequest.ts"
import { safeReturnTo, withReturnTo } from "../pages/ReturnTo.ts"
import { RequestId } from "../http/Conventions.ts"
import { problem } from "../http/ProblemResponses.ts"
import { type AppFile, builtFolder, makeAppFiles } from "./AppFiles.ts"
import { appPage } from "./AppPage.ts"

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
    headers: { "cache-control": cacheControl, "x-content-type-options": "nosniff" }
  })

/** Their names change with their content. */
const forever = "public, max-age=31536000, immutable"
const anHour = "public, max-age=3600"

/** `folder`: where the program is built. */
export const appRoutes = (folder: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const sessions = yield* Sessions
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
        const { signedIn, setCookies } = yield* sessions.visit(headers)
        if (Option.isNone(signedIn)) return seeOther(withReturnTo("/sign-in", safeReturnTo(request.url) ?? "/portal"))
        const built = yield* app
        if (Option.isNone(built)) return withCookies(notBuilt, setCookies)
        const { heddle_lang: language, heddle_theme: theme } = request.cookies
        const chosen = { language, theme, acceptLanguage: request.headers["accept-language"] }
        return withCookies(appPage(built.value.page, chosen), setCookies)
      })

      return Layer.mergeAll(
        HttpRouter.add("GET", "/portal/assets/*", asset),
        // Also `/portal` itself.
        pageRoute("GET", "/portal/*", show)
      )
    })
  )

export const AppRoutes = appRoutes(builtFolder)
