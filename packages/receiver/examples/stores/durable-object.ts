import { createReceiver } from "@heddle/receiver"
import { durableObjectStore, type ObjectNamespace } from "@heddle/receiver/cloudflare"
import { save } from "./save.ts"

export { IdempotencyObject } from "@heddle/receiver/cloudflare"

interface Env {
  readonly HEDDLE_WEBHOOK_SECRET: string
  readonly EVENTS: ObjectNamespace
}

export default {
  fetch: (request: Request, env: Env) =>
    createReceiver({
      secrets: env.HEDDLE_WEBHOOK_SECRET,
      store: durableObjectStore({ namespace: env.EVENTS }),
      handler: save
    }).fetch(request)
}
