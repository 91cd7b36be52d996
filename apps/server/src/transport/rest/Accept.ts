/** Whether the header `Accept` lets an answer through (RFC 9110, 12.5.1). */

interface Range {
  readonly type: string
  readonly quality: number
}

const form = /^([!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+)\s*(;.*)?$/
const qualityForm = /;\s*q=([01](?:\.\d{0,3})?)\s*(?:;|$)/

// What is no media range says nothing about what is accepted.
const rangesOf = (accept: string): ReadonlyArray<Range> =>
  accept
    .toLowerCase()
    .split(",")
    .flatMap((part) => {
      const [, type, parameters = ""] = form.exec(part.trim()) ?? []
      return type === undefined ? [] : [{ type, quality: Number(qualityForm.exec(parameters)?.[1] ?? 1) }]
    })

/** The most specific range decides; of equal ones the kindest. */
const qualityOf = (ranges: ReadonlyArray<Range>, mediaType: string): number => {
  for (const pattern of [mediaType, `${mediaType.split("/", 1)[0]}/*`, "*/*"]) {
    const fitting = ranges.filter(({ type }) => type === pattern)
    if (fitting.length > 0) return Math.max(...fitting.map(({ quality }) => quality))
  }
  return 0
}

export const accepts = (accept: string | undefined, mediaTypes: ReadonlyArray<string>): boolean => {
  const ranges = rangesOf(accept ?? "")
  return ranges.length === 0 || mediaTypes.some((mediaType) => qualityOf(ranges, mediaType) > 0)
}
