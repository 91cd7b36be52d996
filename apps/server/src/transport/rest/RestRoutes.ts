/**
 * Routes of the public port: the contract, its OpenAPI document and docs, the pages for people, the changelog, problem
 * pages, liveness.
 */
import { Api } from "@heddle/api"
import { Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { readFileSync } from "node:fs"
import { Engine } from "../mcp/Engine.ts"
import { McpRoutes } from "../mcp/McpRoutes.ts"
import { ConsentRoutes } from "../oauth/ConsentRoutes.ts"
import { OAuthRoutes } from "../oauth/OAuthRoutes.ts"
import { Pages } from "../pages/Pages.ts"
import { PortalRoutes } from "../portal/PortalRoutes.ts"
import { healthz } from "../Serving.ts"
import { PaymentWebhook } from "../payments/PaymentWebhook.ts"
import { AuthorizationLive } from "./AuthorizationLive.ts"
import { Conventions } from "./Conventions.ts"
import { AuthenticatedInputErrorsLive } from "./InputErrorsLive.ts"
import { OperationRoutes } from "./OperationRoutes.ts"
import { ProblemPages } from "./ProblemPages.ts"

// Read once at start-up: the file ships with the package.
const changelog = readFileSync(new URL("../../../../../docs/changelog.md", import.meta.url), "utf8")

/** The page loads nothing from other hosts, fonts included. */
const docs = {
  authentication: { preferredSecurityScheme: "bearer" },
  withDefaultFonts: false,
  defaultOpenAllTags: true,
  hideModels: true
}

export const RestRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }).pipe(
    Layer.provide(OperationRoutes),
    Layer.provide([AuthorizationLive, AuthenticatedInputErrorsLive])
  ),
  HttpApiScalar.layer(Api, { path: "/docs", scalar: docs }),
  HttpRouter.add(
    "GET",
    "/changelog",
    HttpServerResponse.text(changelog, { contentType: "text/markdown; charset=utf-8" })
  ),
  ProblemPages,
  McpRoutes.pipe(Layer.provide(Engine.layer)),
  OAuthRoutes,
  ConsentRoutes,
  PaymentWebhook,
  Pages,
  PortalRoutes,
  healthz,
  Conventions
)
