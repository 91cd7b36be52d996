/** For every operation, calls that make the database work as hard as possible for what they cost. */
import { crowdRoot, deepest, prolific, treeRoot } from "./HardPosts.ts"

export interface HardCall {
  readonly operation: string
  readonly what: string
  readonly path: string
}

export interface Words {
  /** In many posts, most frequent first. */
  readonly common: ReadonlyArray<string>
  readonly rare: ReadonlyArray<string>
  readonly absent: ReadonlyArray<string>
}

const list = (words: ReadonlyArray<string>) => encodeURIComponent(words.join(","))
const names = (of: (index: number) => string) => list(Array.from({ length: 50 }, (_, index) => of(index)))

const ofOperation =
  (operation: string, route: string) =>
  (what: string, query: string): HardCall => ({ operation, what, path: `${route}?${query}` })

const allDays = "max_age_hours=2160"

const searches = ({ common, rare, absent }: Words): ReadonlyArray<HardCall> => {
  const call = ofOperation("search", "/post/search")
  const [first = ""] = common
  const everything = `keywords=${list(common.slice(0, 10))}&${allDays}`
  return [
    call("absent, 90 days", `keywords=${list(absent.slice(0, 1))}&${allDays}&limit=1`),
    call("10 absent, 90 days", `keywords=${list(absent)}&${allDays}&limit=1`),
    call("10 rare, 90 days", `keywords=${list(rare)}&${allDays}&limit=1`),
    call("most common, by likes, 90 days", `keywords=${list([first])}&${allDays}&sort=likes&limit=1`),
    call("10 common, by likes, 90 days", `${everything}&sort=likes&limit=1`),
    call("10 common, by views, at least 10⁹ views", `${everything}&sort=views&min_views=1000000000&limit=1`),
    call("10 common, newest, at least 10⁹ likes", `${everything}&min_likes=1000000000&limit=1`),
    call("10 common at once, 90 days", `${everything}&match=all&limit=1`),
    call("10 common without 10 common", `${everything}&exclude=${list(common.slice(10, 20))}&sort=likes&limit=1`),
    call("10 common of nobody, 90 days", `${everything}&username=nobody.at.all&limit=1`),
    call("10 common, 500 with details", `${everything}&sort=likes&include_details=true&limit=500`)
  ]
}

const threads = (): ReadonlyArray<HardCall> => [
  { operation: "chain", what: "deep thread, limit 1", path: `/post/${deepest}/chain?limit=1` },
  { operation: "chain", what: "deep thread, limit 500", path: `/post/${deepest}/chain?limit=500` },
  { operation: "chain", what: "wide thread, limit 9", path: `/post/${treeRoot}/chain?limit=9` },
  { operation: "chain", what: "wide thread, limit 500", path: `/post/${treeRoot}/chain?limit=500` },
  { operation: "chain", what: "10,000 replies in a second, limit 9", path: `/post/${crowdRoot}/chain?limit=9` }
]

const authors = (active: ReadonlyArray<string>): ReadonlyArray<HardCall> => {
  const user = ofOperation("user", "/user")
  const of = (operation: string, path: string) => ofOperation(operation, `/user/${prolific}/${path}`)
  return [
    user("the most active author", `usernames=${prolific}`),
    user("50 active authors", `usernames=${list(active)}`),
    user("50 unknown names", `usernames=${names((index) => `nobody${index}`)}`),
    of("top_threads", "top-threads")("most active author, 90 days, limit 1", "days=90&limit=1"),
    of("top_threads", "top-threads")("most active author, by views, limit 100", "days=90&sort=view&limit=100"),
    of("interactions", "interactions")("most active author, 90 days", "days=90"),
    of("follower_history", "follower-history")("365 days", "days=365"),
    { operation: "live_users", what: "50 unknown names", path: `/live/users?usernames=${names((at) => `no${at}`)}` },
    { operation: "live_posts", what: "50 unknown codes", path: `/live/posts?codes=${names((at) => `no${at}`)}` }
  ]
}

const windows = ({ common }: Words): ReadonlyArray<HardCall> => [
  {
    operation: "trend",
    what: "one keyword, one day",
    path: `/post/keyword-trend?keywords=${list(common.slice(0, 1))}&days=1`
  },
  {
    operation: "trend",
    what: "one keyword, 90 days",
    path: `/post/keyword-trend?keywords=${list(common.slice(0, 1))}&days=90`
  },
  {
    operation: "trend",
    what: "10 keywords, 90 days",
    path: `/post/keyword-trend?keywords=${list(common.slice(0, 10))}&days=90&include_engagement=true`
  },
  { operation: "hot", what: "72 hours", path: "/post/hot?hours=72" },
  { operation: "cool_replies", what: "168 hours", path: "/leaderboard/cool-replies?hours=168" },
  { operation: "post_like_growth", what: "168 hours", path: "/leaderboard/post-like-growth?hours=168" },
  { operation: "follower_growth", what: "168 hours", path: "/leaderboard/follower-growth?hours=168" },
  { operation: "power_hours", what: "90 days", path: "/stats/power-hours?days=90" },
  { operation: "like_ladder", what: "", path: "/stats/like-ladder" },
  { operation: "follower_ladder", what: "", path: "/stats/follower-ladder" }
]

const free = (): ReadonlyArray<HardCall> => [
  { operation: "balance", what: "", path: "/balance" },
  { operation: "balance_history", what: "last page", path: "/balance/history?page=2000" },
  { operation: "balance_history", what: "filter that nothing meets", path: "/balance/history?source=nobody" },
  { operation: "history_export", what: "all entries", path: "/balance/history/export" },
  { operation: "webhook_management", what: "list", path: "/webhook/endpoints" },
  { operation: "dry_run", what: "10 keywords, 90 days", path: "/post/keyword-trend?keywords=a&days=90&dry_run=true" }
]

export const hardCalls = (words: Words, active: ReadonlyArray<string>): ReadonlyArray<HardCall> => [
  ...searches(words),
  ...threads(),
  ...authors(active),
  ...windows(words),
  ...free()
]
