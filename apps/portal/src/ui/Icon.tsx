/** The icons of states, which always stand beside a word. */
import { CircleAlert, CircleCheck, CircleDashed, Info, TriangleAlert } from "lucide-react"

export type Tone = "ok" | "warn" | "danger" | "info" | "muted"

const icons = { ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert, info: Info, muted: CircleDashed } as const

export const ToneIcon = ({ tone }: { readonly tone: Tone }) => {
  const Shape = icons[tone]
  return <Shape size={16} aria-hidden focusable={false} />
}
