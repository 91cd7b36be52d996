/** How an endpoint is doing, as an icon and a word. */
import type { Endpoint } from "@heddle/api/portal"
import { useText } from "../../text/Text.tsx"
import { Status } from "../../ui/Status.tsx"

const tones = { healthy: "ok", failing: "danger", delayed: "warn" } as const
const words = {
  healthy: "endpoint.healthy",
  failing: "endpoint.failing",
  delayed: "endpoint.delayed"
} as const

export const HealthStatus = ({ state }: { readonly state: Endpoint["health"]["state"] }) => {
  const t = useText()
  return <Status tone={tones[state]}>{t(words[state])}</Status>
}
