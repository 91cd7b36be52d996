/** The ids of all texts. English is the source; a test compares the other languages with it. */
import type app from "./locales/en/app.json"
import type account from "./locales/en/account.json"
import type connections from "./locales/en/connections.json"
import type credits from "./locales/en/credits.json"
import type deliveries from "./locales/en/deliveries.json"
import type endpoints from "./locales/en/endpoints.json"
import type fields from "./locales/en/fields.json"
import type firstSteps from "./locales/en/first-steps.json"
import type keys from "./locales/en/keys.json"
import type operations from "./locales/en/operations.json"
import type overview from "./locales/en/overview.json"
import type playground from "./locales/en/playground.json"
import type rules from "./locales/en/rules.json"
import type status from "./locales/en/status.json"
import type ui from "./locales/en/ui.json"
import type usage from "./locales/en/usage.json"

export type TextId = keyof (typeof app &
  typeof account &
  typeof connections &
  typeof credits &
  typeof deliveries &
  typeof endpoints &
  typeof fields &
  typeof firstSteps &
  typeof keys &
  typeof operations &
  typeof overview &
  typeof playground &
  typeof rules &
  typeof status &
  typeof ui &
  typeof usage)
