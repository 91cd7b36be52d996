/** The public port: the contract's routes, its OpenAPI document and docs, the changelog, the problems, liveness. */
import { Api } from "@heddle/api"
import { Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { AccountOperations } from "../../operations/answers/AccountOperations.ts"
import { LiveOperations } from "../../operations/answers/LiveOperations.ts"
import { AuthorOperations } from "../../operations/answers/AuthorOperations.ts"
import { PostOperations } from "../../operations/answers/PostOperations.ts"
import { StatisticsOperations } from "../../operations/answers/StatisticsOperations.ts"
import { WebhookOperations } from "../../operations/answers/WebhookOperations.ts"
import { healthz } from "../Health.ts"
import { AuthorizationLive } from "./AuthorizationLive.ts"
import { changelog } from "./Changelog.ts"
import { Conventions } from "./Conventions.ts"
import { InputErrorsLive } from "./InputErrorsLive.ts"
import { ProblemPages } from "./ProblemPages.ts"

const Operations = Layer.mergeAll(
  AccountOperations,
  PostOperations,
  AuthorOperations,
  LiveOperations,
  StatisticsOperations,
  WebhookOperations
)

/** Nothing is fetched from elsewhere, fonts included; the key is asked for as the bearer it is. */
const docs = {
  authentication: { preferredSecurityScheme: "bearer" },
  withDefaultFonts: false,
  defaultOpenAllTags: true,
  hideModels: true
}

export const RestRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }).pipe(
    Layer.provide(Operations),
    Layer.provide([AuthorizationLive, InputErrorsLive])
  ),
  HttpApiScalar.layer(Api, { path: "/docs", scalar: docs }),
  HttpRouter.add(
    "GET",
    "/changelog",
    HttpServerResponse.text(changelog, { contentType: "text/markdown; charset=utf-8" })
  ),
  ProblemPages,
  healthz,
  Conventions
)
