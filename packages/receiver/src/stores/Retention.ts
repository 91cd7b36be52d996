import { defaultRetentionSeconds, maxRetentionSeconds } from "../core/Limits.ts"
import { numberOption } from "../core/Options.ts"

const range = { fallback: defaultRetentionSeconds, above: 0, max: maxRetentionSeconds }

/** Whole milliseconds, as databases want them. */
export const retentionMsOf = (retentionSeconds: number | undefined): number =>
  Math.ceil(numberOption("retentionSeconds", retentionSeconds, range) * 1000)
