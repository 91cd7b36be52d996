/** Whether the header `Accept` permits an answer (RFC 9110, 12.5.1). */

interface MediaRange {
  readonly type: string
  readonly quality: number
}

const mediaRange = /^([!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+)\s*(;.*)?$/
const qualityParameter = /;\s*q=([01](?:\.\d{0,3})?)\s*(?:;|$)/

// Ignores parts that are not media ranges.
const rangesOf = (accept: string): ReadonlyArray<MediaRange> =>
  accept
    .toLowerCase()
    .split(",")
    .flatMap((part) => {
      const [, type, parameters = ""] = mediaRange.exec(part.trim()) ?? []
      return type === undefined ? [] : [{ type, quality: Number(qualityParameter.exec(parameters)?.[1] ?? 1) }]
    })

/** The most specific range decides; among equally specific ones, the highest quality. */
const qualityOf = (ranges: ReadonlyArray<MediaRange>, mediaType: string): number => {
  for (const pattern of [mediaType, `${mediaType.split("/", 1)[0]}/*`, "*/*"]) {
    const matching = ranges.filter(({ type }) => type === pattern)
    if (matching.length > 0) return Math.max(...matching.map(({ quality }) => quality))
  }
  return 0
}

/** The media type that the header prefers; the first of several that it likes as much. */
export const preferred = <const T extends string>(
  accept: string | undefined,
  mediaTypes: readonly [T, ...ReadonlyArray<T>]
): T => {
  const ranges = rangesOf(accept ?? "")
  const quality = (mediaType: string) => (ranges.length === 0 ? 1 : qualityOf(ranges, mediaType))
  return mediaTypes.reduce((best, mediaType) => (quality(mediaType) > quality(best) ? mediaType : best))
}

export const accepts = (accept: string | undefined, mediaTypes: ReadonlyArray<string>): boolean => {
  const ranges = rangesOf(accept ?? "")
  return ranges.length === 0 || mediaTypes.some((mediaType) => qualityOf(ranges, mediaType) > 0)
}
