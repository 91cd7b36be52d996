/** Sends traces, metrics and logs over OTLP/HTTP. Loaded only where `Telemetry.ts` finds an endpoint. */
import { version } from "@heddle/api/fields"
import { Config, ConfigProvider, Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpMiddleware } from "effect/http"
import { Otlp, OtlpSerialization } from "effect/observability"
import { nodeName } from "./NodeName.ts"

/** What the specification of OpenTelemetry gives by default; the library would export nothing. */
const defaults = ConfigProvider.fromEnv({
  env: { OTEL_TRACES_EXPORTER: "otlp", OTEL_METRICS_EXPORTER: "otlp", OTEL_LOGS_EXPORTER: "otlp" }
})

const serviceName = Effect.gen(function* () {
  const [name, attributes] = yield* Config.all([
    Config.String("OTEL_SERVICE_NAME").pipe(Config.withDefault("")),
    Config.String("OTEL_RESOURCE_ATTRIBUTES").pipe(Config.withDefault(""))
  ])
  return name === "" && !/(?:^|,)\s*service\.name=/.test(attributes) ? { serviceName: "heddle" } : {}
})

const protocol = Config.Literals(["http/protobuf", "http/json"], "OTEL_EXPORTER_OTLP_PROTOCOL").pipe(
  Config.withDefault("http/protobuf" as const)
)

/** Logs when the collector cannot be reached, once until it can: the library gives up silently. */
const Client = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    let isAway = false
    const report = (reason: string) =>
      Effect.suspend(() => {
        if (isAway) return Effect.void
        isAway = true
        return Effect.logWarning(`Telemetry cannot be exported: ${reason}`)
      })
    return client.pipe(
      HttpClient.tap(({ status }) =>
        status >= 400 ? report(`the collector responds with ${status}`) : Effect.sync(() => void (isAway = false))
      ),
      HttpClient.tapError(({ message }) => report(message))
    )
  })
).pipe(Layer.provide(FetchHttpClient.layer))

export const Exporters = Layer.unwrap(
  Effect.gen(function* () {
    const serialization =
      (yield* protocol) === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf
    const resource = {
      ...(yield* serviceName),
      serviceVersion: version,
      attributes: { "service.instance.id": nodeName }
    }
    // The library's own spans of requests have the whole address, and with it keywords and the tokens of links.
    return Layer.merge(
      Otlp.layerFromConfig({ resource }),
      Layer.succeed(HttpMiddleware.TracerDisabledWhen)(() => true)
    ).pipe(Layer.provide([serialization, Client]), Layer.provide(ConfigProvider.layerAdd(defaults)))
  })
)
