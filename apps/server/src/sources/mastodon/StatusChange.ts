/** A status as changes of a post and its author, checked with the bounds of the ingest format; pure. */
import { Option, Result, Schema } from "effect"
import type { LivePost } from "../../live/LiveSource.ts"
import { AuthorChange, isAddress, isCount, isLanguageTag, PostChange } from "../../store/Change.ts"
import { codeOfUri } from "./MastodonCode.ts"
import { type Account, Account as AccountSchema, type PlainStatus, Status } from "./MastodonApi.ts"
import { present } from "../network/Lenient.ts"
import { claimedSeconds } from "../network/Rfc3339.ts"
import { captionOf } from "./StatusCaption.ts"
import { textOfHtml } from "./StatusText.ts"

const checkPost = Schema.decodeUnknownResult(PostChange)
const checkAuthor = Schema.decodeUnknownResult(AuthorChange)
const decodeStatus = Schema.decodeUnknownResult(Status)
const decodeAccount = Schema.decodeUnknownResult(AccountSchema)

const maxMedia = 50
const isAccountId = /^[A-Za-z0-9_-]{1,100}$/

/** Instances answer -1 for counts that they hide. */
const countOf = (count: number | null | undefined): number | undefined => (isCount(count) ? count : undefined)

/** `ann@a.example`, on whichever instance it was read. */
export const usernameOf = (acct: string, domain: string): string => (acct.includes("@") ? acct : `${acct}@${domain}`)

/** The instance's own id of an account; null where it has none that can be used. */
const accountIdOf = ({ id }: Account): string | null =>
  id !== null && id !== undefined && isAccountId.test(id) ? id : null

const authorOf = (account: Account, domain: string): Result.Result<AuthorChange, unknown> =>
  checkAuthor({
    type: "user",
    username: usernameOf(account.acct, domain),
    full_name: account.display_name ?? "",
    profile_picture: isAddress(account.avatar) ? account.avatar : "",
    biography: textOfHtml(account.note ?? ""),
    follower_count: countOf(account.followers_count) ?? null,
    following_count: countOf(account.following_count) ?? null,
    post_count: countOf(account.statuses_count) ?? null
  })

export interface ReadAccount {
  readonly author: AuthorChange
  readonly accountId: string | null
}

/** An account as the instance shows it. */
export const readAccount = (account: unknown, domain: string): Result.Result<ReadAccount, unknown> =>
  Result.flatMap(decodeAccount(account), (decoded) =>
    Result.map(authorOf(decoded, domain), (author) => ({ author, accountId: accountIdOf(decoded) }))
  )

/** A status that everybody may see, with the ids by which its instance knows it, its parent and its account. */
export interface ReadStatus extends LivePost {
  readonly id: string
  readonly inReplyToId: string | null
  readonly accountId: string | null
}

const countsOf = (status: PlainStatus) => {
  const likes = countOf(status.favourites_count)
  const replies = countOf(status.replies_count)
  const boosts = countOf(status.reblogs_count)
  const quotes = countOf(status.quotes_count)
  return {
    ...(likes === undefined ? {} : { like_count: likes }),
    ...(replies === undefined ? {} : { reply_count: replies }),
    ...(boosts === undefined && quotes === undefined ? {} : { repost_count: (boosts ?? 0) + (quotes ?? 0) })
  }
}

const mediaOf = ({ media_attachments }: PlainStatus): ReadonlyArray<string> =>
  present(media_attachments)
    .flatMap(({ url, remote_url, preview_url }) => url ?? remote_url ?? preview_url ?? [])
    .filter(isAddress)
    .slice(0, maxMedia)

const read = (status: PlainStatus, domain: string, observedAt: number): Result.Result<ReadStatus, unknown> => {
  const code = codeOfUri(status.uri)
  if (Option.isNone(code)) return Result.fail(`the uri ${status.uri} is too long for a code`)
  const inReplyToId = status.in_reply_to_id ?? null
  const { caption, marks } = captionOf(status)
  const post = checkPost({
    type: "post",
    code: code.value,
    url: isAddress(status.url) ? status.url : status.uri,
    caption,
    ...(marks.length === 0 ? {} : { marks }),
    username: usernameOf(status.account.acct, domain),
    post_timestamp: claimedSeconds(status.created_at) ?? observedAt,
    is_reply: inReplyToId !== null,
    ...countsOf(status),
    media_url: mediaOf(status),
    language: isLanguageTag(status.language) ? status.language : null,
    observed_at: observedAt
  })
  return Result.map(post, (change) => ({
    id: status.id,
    inReplyToId,
    accountId: accountIdOf(status.account),
    post: change,
    author: Result.getOrElse(authorOf(status.account, domain), () => null)
  }))
}

/** A boost is read as what it boosts. Null for a post that is not for everybody; unlisted ones are not to be found. */
const publicIn = (status: Status): PlainStatus | null => {
  const { reblog, ...own } = status
  const shown = reblog ?? own
  return shown.visibility === "public" ? shown : null
}

export interface Reading {
  /** Of the status itself, also where it boosts another. */
  readonly id: string
  readonly status: ReadStatus | null
}

export const readStatus = (status: unknown, domain: string, observedAt: number): Result.Result<Reading, unknown> =>
  Result.flatMap(decodeStatus(status), (decoded): Result.Result<Reading, unknown> => {
    const shown = publicIn(decoded)
    return shown === null
      ? Result.succeed({ id: decoded.id, status: null })
      : Result.map(read(shown, domain, observedAt), (found) => ({ id: decoded.id, status: found }))
  })

/** An author by the id that stands for the account; without one, the name does. */
export const withAuthorId = <A extends AuthorChange | PostChange>(
  change: A,
  accountId: string | null,
  authors: ReadonlyMap<string, string>
): A => ({ ...change, author_id: authors.get(accountId ?? "") ?? null })

/** With its author, and its parent where the parent's code is known. */
export const linked = (
  { post, author, inReplyToId, accountId }: ReadStatus,
  codes: ReadonlyMap<string, string>,
  authors: ReadonlyMap<string, string>
): LivePost => ({
  post: {
    ...withAuthorId(post, accountId, authors),
    reply_to: inReplyToId === null ? null : (codes.get(inReplyToId) ?? null)
  },
  author: author === null ? null : withAuthorId(author, accountId, authors)
})
