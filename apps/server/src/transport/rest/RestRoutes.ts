/** The public port: the contract's routes, its OpenAPI document and docs, the changelog, the problems, liveness. */
import { Api } from "@heddle/api"
import { Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { readFileSync } from "node:fs"
import { healthz } from "../Serving.ts"
import { AuthorizationLive } from "./AuthorizationLive.ts"
import { Conventions } from "./Conventions.ts"
import { ProvedInputErrorsLive } from "./InputErrorsLive.ts"
import { OperationRoutes } from "./OperationRoutes.ts"
import { ProblemPages } from "./ProblemPages.ts"

// Read once at start: the file ships with the package and never changes while the process lives.
const changelog = readFileSync(new URL("../../../../../docs/changelog.md", import.meta.url), "utf8")

/** Nothing is fetched from elsewhere, fonts included; the key is asked for as the bearer it is. */
const docs = {
  authentication: { preferredSecurityScheme: "bearer" },
  withDefaultFonts: false,
  defaultOpenAllTags: true,
  hideModels: true
}

export const RestRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }).pipe(
    Layer.provide(OperationRoutes),
    Layer.provide([AuthorizationLive, ProvedInputErrorsLive])
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
