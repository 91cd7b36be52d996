/**
 * Routes of the public port: the contract, its OpenAPI document, the documentation, the pages for people, liveness.
 */
import { Api } from "@heddle/api"
import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { DocsRoutes } from "./docs/DocsRoutes.ts"
import { FrontPage } from "./front/FrontPage.ts"
import { Engine } from "./mcp/Engine.ts"
import { McpRoutes } from "./mcp/McpRoutes.ts"
import { ConsentRoutes } from "./oauth/ConsentRoutes.ts"
import { OAuthRoutes } from "./oauth/OAuthRoutes.ts"
import { Pages } from "./pages/Pages.ts"
import { PortalRoutes } from "./portal/PortalRoutes.ts"
import { healthz, withServices } from "./http/Serving.ts"
import { PaymentWebhook } from "./payments/PaymentWebhook.ts"
import { AuthorizationLayer } from "./rest/Authorization.ts"
import { Conventions } from "./http/Conventions.ts"
import { AuthenticatedInputErrorsLayer } from "./http/InputErrors.ts"
import { OperationRoutes } from "./rest/OperationHandlers.ts"

export const RestRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }).pipe(
    Layer.provide(OperationRoutes),
    Layer.provide([AuthorizationLayer, AuthenticatedInputErrorsLayer])
  ),
  withServices(Layer.mergeAll(FrontPage, DocsRoutes, OAuthRoutes, ConsentRoutes, PaymentWebhook, Pages, PortalRoutes)),
  McpRoutes.pipe(Layer.provide(Engine.layer)),
  healthz,
  Conventions
)
