/** The records of accounts that we use, as the lexicons of Bluesky define them. Fields that we do not use may be anything. */
import { Option, Schema } from "effect"
import { isAddress, isLanguageTag } from "../../../store/Change.ts"
import { lenient } from "../../network/Lenient.ts"
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
  images: lenient(Schema.Array(Schema.Unknown)),
  items: lenient(Schema.Array(Schema.Unknown))
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
  if (Option.isSome(video)) return [videoUrl(did, video.value.video.ref.$link)].filter(isAddress)
  const media = asMedia(embed)
  if (Option.isNone(media)) return []
  return [...(media.value.images ?? []), ...(media.value.items ?? [])]
    .flatMap((item) => Option.toArray(asImage(item)))
    .map(({ image }) => imageUrl(did, image.ref.$link))
    .filter(isAddress)
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

const Parent = Schema.Struct({ parent: Schema.Struct({ uri: Schema.String }) })

const asParent = Schema.decodeUnknownOption(Parent)

/** What the `reply` of a post says. A reply to something that cannot be read is still a reply. */
export const readReply = (reply: unknown): { readonly isReply: boolean; readonly parent: string | null } => ({
  isReply: typeof reply === "object" && reply !== null,
  parent: Option.match(asParent(reply), { onNone: () => null, onSome: ({ parent }) => codeOfUri(parent.uri) })
})

/** The first language that the client declares; it is a hint, and often only the setting of an app. */
export const languageOf = (langs: unknown): string | null => {
  const first: unknown = Array.isArray(langs) ? langs[0] : undefined
  return isLanguageTag(first) ? first : null
}

export const PostRecord = Schema.Struct({
  text: Schema.String,
  facets: Schema.optionalKey(Schema.Unknown),
  createdAt: Schema.optionalKey(Schema.Unknown),
  langs: Schema.optionalKey(Schema.Unknown),
  reply: Schema.optionalKey(Schema.Unknown),
  embed: Schema.optionalKey(Schema.Unknown)
})

/** A like or a repost. */
export const SubjectRecord = Schema.Struct({ subject: Schema.Struct({ uri: Schema.String }) })

export const ProfileRecord = Schema.Struct({
  displayName: lenient(Schema.String),
  description: lenient(Schema.String),
  avatar: Schema.optionalKey(Schema.Unknown)
})
