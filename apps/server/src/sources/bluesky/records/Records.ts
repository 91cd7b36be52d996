/** The records of accounts that we use, as the lexicons of Bluesky define them. Fields that we do not use may be anything. */
import { Option, Schema } from "effect"
import { codeOfUri } from "../PostCode.ts"

/** What a post embeds, as far as we use it. The network adds kinds of embeds at any time: one that is unknown has nothing. */
export interface Embed {
  readonly mediaUrls: ReadonlyArray<string>
  /** The code of the quoted post. */
  readonly quoted: string | null
}

const nothing: Embed = { mediaUrls: [], quoted: null }

/** As many as an ingested post may have. */
const maxMedia = 50

export const Blob = Schema.Struct({
  ref: Schema.Struct({ $link: Schema.String.check(Schema.isPattern(/^[a-z0-9]{1,200}$/)) })
})

const Image = Schema.Struct({ image: Blob })
const Video = Schema.Struct({ video: Blob })
/** Images of `app.bsky.embed.images`, items of `app.bsky.embed.gallery`. */
const Media = Schema.Struct({
  images: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  items: Schema.optionalKey(Schema.Array(Schema.Unknown))
})
const Quoted = Schema.Struct({ record: Schema.Struct({ uri: Schema.String }) })
const QuotedWithMedia = Schema.Struct({ record: Quoted, media: Schema.Unknown })

const asImage = Schema.decodeUnknownOption(Image)
const asVideo = Schema.decodeUnknownOption(Video)
const asMedia = Schema.decodeUnknownOption(Media)
const asQuoted = Schema.decodeUnknownOption(Quoted)
const asQuotedWithMedia = Schema.decodeUnknownOption(QuotedWithMedia)

export const imageUrl = (did: string, cid: string): string =>
  `https://cdn.bsky.app/img/feed_fullsize/plain/${did}/${cid}`

const videoUrl = (did: string, cid: string): string =>
  `https://video.bsky.app/watch/${encodeURIComponent(did)}/${cid}/playlist.m3u8`

const mediaOf = (did: string, embed: unknown): ReadonlyArray<string> => {
  const video = asVideo(embed)
  if (Option.isSome(video)) return [videoUrl(did, video.value.video.ref.$link)]
  const media = asMedia(embed)
  if (Option.isNone(media)) return []
  return [...(media.value.images ?? []), ...(media.value.items ?? [])]
    .flatMap((item) => Option.toArray(asImage(item)))
    .map(({ image }) => imageUrl(did, image.ref.$link))
    .slice(0, maxMedia)
}

export const readEmbed = (did: string, embed: unknown): Embed => {
  if (embed === undefined) return nothing
  const both = asQuotedWithMedia(embed)
  if (Option.isSome(both)) {
    return { mediaUrls: mediaOf(did, both.value.media), quoted: codeOfUri(both.value.record.record.uri) }
  }
  const quoted = asQuoted(embed)
  return Option.isSome(quoted)
    ? { mediaUrls: [], quoted: codeOfUri(quoted.value.record.uri) }
    : { mediaUrls: mediaOf(did, embed), quoted: null }
}

export const PostRecord = Schema.Struct({
  text: Schema.String,
  createdAt: Schema.optionalKey(Schema.Unknown),
  langs: Schema.optionalKey(Schema.Unknown),
  reply: Schema.optionalKey(Schema.NullOr(Schema.Struct({ parent: Schema.Struct({ uri: Schema.String }) }))),
  embed: Schema.optionalKey(Schema.Unknown)
})

/** A like or a repost. */
export const SubjectRecord = Schema.Struct({ subject: Schema.Struct({ uri: Schema.String }) })

export const ProfileRecord = Schema.Struct({
  displayName: Schema.optionalKey(Schema.NullOr(Schema.String)),
  description: Schema.optionalKey(Schema.NullOr(Schema.String)),
  avatar: Schema.optionalKey(Schema.Unknown)
})
