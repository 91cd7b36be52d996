/** What an event of the network changes here: pure. Fails with a reason for a record that cannot be used. */
import { Option, Result, Schema } from "effect"
import { faultText } from "../../../runtime/SchemaMessages.ts"
import { Change } from "../../../store/Change.ts"
import type { SourceChange } from "../../../store/batches/SourceBatch.ts"
import type { Interaction, InteractionKind } from "../../../store/interactions/InteractionStates.ts"
import { codeOf, codeOfUri, microsOfTid, partsOfCode, postCollection, urlOfPost } from "../PostCode.ts"
import type { Commit, Identity, NetworkEvent } from "../wire/NetworkEvent.ts"
import { claimedSeconds } from "../../network/Rfc3339.ts"
import { marksOf } from "./Facets.ts"
import { Blob, languageOf, PostRecord, ProfileRecord, readEmbed, readReply, SubjectRecord } from "./Records.ts"

const likeCollection = "app.bsky.feed.like"
const repostCollection = "app.bsky.feed.repost"
const profileCollection = "app.bsky.actor.profile"

/** What a subscription asks for. */
export const collections = [postCollection, likeCollection, repostCollection, profileCollection] as const

/** What the network says for a handle that does not lead back to the account. */
export const invalidHandle = "handle.invalid"
const maxHandleLength = 253

/** Statuses of an account that is gone for good; the others may return. */
const goneStatuses = new Set(["deleted", "takendown"])

/**
 * A record about a younger post waits for that post: the relay may bring it first. Older posts were published before this
 * source saw anything, or never.
 */
const awaitedMicros = 3_600_000_000

/** Records do not say how their author is called. */
const unnamed = (did: string) => ({ author_id: did, username: null })

type Changes = Result.Result<ReadonlyArray<SourceChange>, string>

const decodePost = Schema.decodeUnknownResult(PostRecord)
const decodeSubject = Schema.decodeUnknownResult(SubjectRecord)
const decodeProfile = Schema.decodeUnknownResult(ProfileRecord)
const decodeAvatar = Schema.decodeUnknownOption(Blob)
const decodeChange = Schema.decodeUnknownResult(Change)

/** Within the bounds of the ingest format, like everything that comes from outside. */
const bounded = (change: object): Result.Result<Change, string> => Result.mapError(decodeChange(change), faultText)

const interaction = (
  { did, timeMicros }: NetworkEvent,
  { rkey, rev }: Commit,
  kind: InteractionKind,
  subject: string | null
): Interaction => {
  const subjectMicros = subject === null ? null : microsOfTid(partsOfCode(subject)?.rkey ?? "")
  return {
    type: "interaction",
    kind,
    key: `${rkey}~${did}`,
    revision: rev,
    subject,
    awaited: subjectMicros !== null && subjectMicros > timeMicros - awaitedMicros,
    observed_at: timeMicros / 1_000_000
  }
}

/** A client may claim any time, but no post is newer than when it was witnessed. */
const postedAt = (createdAt: unknown, timeMicros: number): number => {
  const witnessed = timeMicros / 1_000_000
  return Math.min(claimedSeconds(createdAt) ?? witnessed, witnessed)
}

const postChanges = (event: NetworkEvent, commit: Commit): Changes =>
  Result.flatMap(Result.mapError(decodePost(commit.record), faultText), (record) => {
    const { did, timeMicros } = event
    const embed = readEmbed(did, record.embed)
    const { isReply, parent } = readReply(record.reply)
    const marks = marksOf(record.text, record.facets)
    const post = bounded({
      type: "post",
      code: codeOf(did, commit.rkey),
      url: urlOfPost(did, commit.rkey),
      caption: record.text,
      ...(marks.length === 0 ? {} : { marks }),
      ...unnamed(did),
      post_timestamp: postedAt(record.createdAt, timeMicros),
      is_reply: isReply,
      reply_to: parent,
      media_url: embed.mediaUrls,
      language: languageOf(record.langs),
      observed_at: timeMicros / 1_000_000
    })
    // An edit may drop what the first version pointed to.
    const points = (kind: InteractionKind, subject: string | null) =>
      subject === null && commit.operation === "create" ? [] : [interaction(event, commit, kind, subject)]
    return Result.map(post, (change) => [change, ...points("reply", parent), ...points("quote", embed.quoted)])
  })

const subjectChanges = (event: NetworkEvent, commit: Commit, kind: InteractionKind): Changes =>
  Result.map(Result.mapError(decodeSubject(commit.record), faultText), ({ subject }) => {
    const code = codeOfUri(subject.uri)
    // Feeds, lists and other things can be liked as well.
    return code === null && commit.operation === "create" ? [] : [interaction(event, commit, kind, code)]
  })

const profileChange = ({ did, timeMicros }: NetworkEvent, profile: typeof ProfileRecord.Type) => {
  const avatar = Option.getOrUndefined(decodeAvatar(profile.avatar))
  return bounded({
    type: "user",
    ...unnamed(did),
    full_name: profile.displayName ?? "",
    biography: profile.description ?? "",
    profile_picture: avatar === undefined ? "" : `https://cdn.bsky.app/img/avatar/plain/${did}/${avatar.ref.$link}`,
    observed_at: timeMicros / 1_000_000
  })
}

/** A deletion names only the record, so that it says what is gone, but not what that pointed to. */
const deletionChanges = (event: NetworkEvent, commit: Commit): ReadonlyArray<SourceChange> => {
  switch (commit.collection) {
    case likeCollection:
      return [interaction(event, commit, "like", null)]
    case repostCollection:
      return [interaction(event, commit, "repost", null)]
    case postCollection:
      return [
        { type: "delete", code: codeOf(event.did, commit.rkey) },
        interaction(event, commit, "reply", null),
        interaction(event, commit, "quote", null)
      ]
    default:
      return []
  }
}

const commitChanges = (event: NetworkEvent, commit: Commit): Changes => {
  if (commit.operation === "delete") return Result.succeed(deletionChanges(event, commit))
  switch (commit.collection) {
    case likeCollection:
      return subjectChanges(event, commit, "like")
    case repostCollection:
      return subjectChanges(event, commit, "repost")
    case postCollection:
      return postChanges(event, commit)
    case profileCollection:
      return Result.flatMap(Result.mapError(decodeProfile(commit.record), faultText), (profile) =>
        Result.map(profileChange(event, profile), (change) => [change])
      )
    default:
      return Result.succeed([])
  }
}

/** The handle that an event reports; null for one that does not lead back to the account, undefined if it says nothing. */
export const handleIn = ({ handle }: Identity): string | null | undefined => {
  if (handle === invalidHandle) return null
  const isHandle = handle !== undefined && handle.length <= maxHandleLength && /^[a-z0-9.-]+$/i.test(handle)
  return isHandle ? handle.toLowerCase() : undefined
}

export const changesOf = (event: NetworkEvent): Changes => {
  const { what, did, timeMicros } = event
  const observed = { author_id: did, observed_at: timeMicros / 1_000_000 }
  if (what.kind === "commit") return commitChanges(event, what)
  if (what.kind === "account" && !what.active && goneStatuses.has(what.status ?? "")) {
    return Result.succeed([{ type: "author_gone", ...observed }])
  }
  const username = what.kind === "identity" ? handleIn(what) : undefined
  return Result.succeed(username === undefined ? [] : [{ type: "name", username, ...observed }])
}

/** Whether the event makes an author known here, so that their handle is worth a question to the network. */
export const introducesAuthor = ({ what }: NetworkEvent): boolean =>
  what.kind === "commit" &&
  what.operation !== "delete" &&
  (what.collection === postCollection || what.collection === profileCollection)

/** Whether the author may be called something else since. An event need not say what, nor be the only one. */
export const mayRename = ({ what }: NetworkEvent): boolean =>
  what.kind === "identity" || (what.kind === "account" && what.active)
