/** The product's services over a test database, with a fixed encryption key and loopback receivers allowed. */
import { NodeServices } from "@effect/platform-node"
import { ConfigProvider, Layer } from "effect"
import { ServicesNoDeps } from "../../src/main.ts"
import { Secrets } from "../../src/Secrets.ts"

export const TestServices = ServicesNoDeps.pipe(
  Layer.provideMerge(Secrets.layerFromKey(new Uint8Array(32).fill(7))),
  Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_WEBHOOK_ALLOW_LOOPBACK: "true" }))),
  Layer.provide(NodeServices.layer)
)
