/** Addresses of the usage screen, and what its chart can be split by. */
import type { UsageBy } from "@heddle/api/portal/Usage"
import type { TextId } from "../../text/TextId.ts"

export const usagePath = "/usage"

export const usageBys: ReadonlyArray<{ readonly value: UsageBy; readonly label: TextId }> = [
  { value: "source", label: "usage.by.source" },
  { value: "apiType", label: "usage.by.apiType" },
  { value: "via", label: "usage.by.via" }
]

export const isUsageBy = (text: string): text is UsageBy => usageBys.some(({ value }) => value === text)
