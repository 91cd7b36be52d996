/** The addresses of pictures and videos in an embed; pure. Embeds of unknown kinds have none, and never fail. */
import { Option, Schema } from "effect"

/** `embed` of the views `images`, `gallery`, `video` and `recordWithMedia`, as far as they are alike. */
const Embed = Schema.Struct({
  images: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  items: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  playlist: Schema.optionalKey(Schema.String),
  media: Schema.optionalKey(Schema.Unknown)
})

const Picture = Schema.Struct({ fullsize: Schema.String })

const decodeEmbed = Schema.decodeUnknownOption(Embed)
const decodePicture = Schema.decodeUnknownOption(Picture)

const pictures = (items: ReadonlyArray<unknown> = []): ReadonlyArray<string> =>
  items.flatMap((item) => Option.match(decodePicture(item), { onNone: () => [], onSome: ({ fullsize }) => [fullsize] }))

/** Media are nested at most once, in a quote with media. */
export const mediaIn = (embed: unknown, depth = 0): ReadonlyArray<string> => {
  const decoded = Option.getOrUndefined(decodeEmbed(embed))
  if (decoded === undefined) return []
  const { images, items, playlist, media } = decoded
  return [
    ...pictures(images),
    ...pictures(items),
    ...(playlist === undefined ? [] : [playlist]),
    ...(media === undefined || depth > 0 ? [] : mediaIn(media, depth + 1))
  ]
}
