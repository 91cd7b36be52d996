/** The accounts that an instance shows, as the store asks who they are; pure. */
import type { SeenAccount } from "../../store/authors/AuthorAliases.ts"
import { shownNameOf } from "../../store/Change.ts"
import { hostOf } from "./MastodonSettings.ts"
import type { ReadAccount, ReadStatus } from "./StatusChange.ts"

const seen = (source: string, accountId: string | null, username: string, at: Date): ReadonlyArray<SeenAccount> =>
  accountId === null ? [] : [{ id: accountId, authorId: `${accountId}@${hostOf(source)}`, username, at }]

export const accountsIn = (source: string, statuses: ReadonlyArray<ReadStatus>, at: Date): ReadonlyArray<SeenAccount> =>
  statuses.flatMap(({ post, accountId }) => seen(source, accountId, shownNameOf(post), at))

export const accountOf = (source: string, { author, accountId }: ReadAccount, at: Date): ReadonlyArray<SeenAccount> =>
  seen(source, accountId, shownNameOf(author), at)
