/**
 * Traces, metrics and logs for a collector of OpenTelemetry. Set by the standard variables `OTEL_*`; without an endpoint
 * nothing is exported, loaded or traced.
 */
import { Config, Context, Effect, Layer, Option } from "effect"

/** Whether somebody reads what this process exports. */
export class Exports extends Context.Reference<boolean>("@heddle/reference/runtime/Telemetry/Exports", {
  defaultValue: () => false
}) {}

const endpointOf = (signal: string) => Config.option(Config.URL(`OTEL_EXPORTER_OTLP_${signal}ENDPOINT`))

const isOn = Config.all({
  endpoints: Config.all([endpointOf(""), endpointOf("TRACES_"), endpointOf("METRICS_"), endpointOf("LOGS_")]),
  isDisabled: Config.Boolean("OTEL_SDK_DISABLED").pipe(Config.withDefault(false))
}).pipe(Config.map(({ endpoints, isDisabled }) => !isDisabled && endpoints.some(Option.isSome)))

export const Telemetry = Layer.unwrap(
  Effect.gen(function* () {
    if (!(yield* isOn)) return Layer.empty
    const { Exporters } = yield* Effect.promise(() => import("./Exporters.ts"))
    return Layer.merge(Exporters, Layer.succeed(Exports)(true))
  })
)
