/** The areas of the portal, in the order of the navigation. */
import {
  Activity,
  ChartColumn,
  CircleUser,
  Coins,
  FlaskConical,
  House,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Plug,
  Webhook
} from "lucide-react"
import type { TextId } from "../text/TextId.ts"

export interface Area {
  readonly href: string
  readonly label: TextId
  readonly icon: LucideIcon
}

export const areas: ReadonlyArray<Area> = [
  { href: "/overview", label: "nav.overview", icon: House },
  { href: "/first-steps", label: "nav.firstSteps", icon: ListChecks },
  { href: "/usage", label: "nav.usage", icon: ChartColumn },
  { href: "/playground", label: "nav.playground", icon: FlaskConical },
  { href: "/webhooks", label: "nav.webhooks", icon: Webhook },
  { href: "/keys", label: "nav.keys", icon: KeyRound },
  { href: "/credits", label: "nav.credits", icon: Coins },
  { href: "/connections", label: "nav.connections", icon: Plug },
  { href: "/account", label: "nav.account", icon: CircleUser },
  { href: "/status", label: "nav.status", icon: Activity }
]
