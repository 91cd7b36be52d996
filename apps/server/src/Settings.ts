/** The settings of the server, all from the environment through `Config`; a malformed one stops the start by name. */
import { Config, Context, Duration, Layer } from "effect"

const settings = Config.all({
  port: Config.Port("HEDDLE_PORT").pipe(Config.withDefault(4000)),
  host: Config.String("HEDDLE_HOST").pipe(Config.withDefault("127.0.0.1")),
  operatorPort: Config.Port("HEDDLE_OPERATOR_PORT").pipe(Config.withDefault(4001)),
  operatorHost: Config.String("HEDDLE_OPERATOR_HOST").pipe(Config.withDefault("127.0.0.1")),
  operatorToken: Config.option(Config.Redacted("HEDDLE_OPERATOR_TOKEN")),
  dataDir: Config.String("HEDDLE_DATA_DIR").pipe(Config.withDefault(".heddle")),
  baseUrl: Config.option(Config.String("HEDDLE_BASE_URL")),
  source: Config.String("HEDDLE_SOURCE").pipe(Config.withDefault("simulation")),
  roundInterval: Config.Duration("HEDDLE_ROUND_INTERVAL").pipe(Config.withDefault(Duration.minutes(3))),
  postUrlTemplate: Config.String("HEDDLE_POST_URL").pipe(Config.withDefault(""))
})

export class Settings extends Context.Service<Settings, Config.Success<typeof settings>>()("@heddle/server/Settings") {
  static readonly layer = Layer.effect(Settings, settings)
}
