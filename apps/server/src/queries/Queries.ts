/** The layer of this folder: the queries behind the read operations. */
import { Layer } from "effect"
import { AuthorProfiles } from "./authors/AuthorProfiles.ts"
import { FollowerHistory } from "./authors/FollowerHistory.ts"
import { Interactions } from "./authors/Interactions.ts"
import { TopThreads } from "./authors/TopThreads.ts"
import { CoolReplies } from "./leaderboards/CoolReplies.ts"
import { FollowerGrowth } from "./leaderboards/FollowerGrowth.ts"
import { HotPosts } from "./leaderboards/HotPosts.ts"
import { PostLikeGrowth } from "./leaderboards/PostLikeGrowth.ts"
import { Search } from "./search/Search.ts"
import { Ladders } from "./statistics/Ladders.ts"
import { PowerHours } from "./statistics/PowerHours.ts"
import { Chain } from "./threads/Chain.ts"
import { KeywordTrend } from "./trends/KeywordTrend.ts"

export const QueriesLayer = Layer.mergeAll(
  Search.layer,
  Chain.layer,
  CoolReplies.layer,
  PostLikeGrowth.layer,
  FollowerGrowth.layer,
  FollowerHistory.layer,
  Interactions.layer,
  TopThreads.layer,
  AuthorProfiles.layer,
  KeywordTrend.layer,
  HotPosts.layer,
  PowerHours.layer,
  Ladders.layer
)
