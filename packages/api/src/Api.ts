/** The REST contract: groups of endpoints, their authorization and strictness, and the OpenAPI document's head. */
import { HttpApi, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization, InputErrors } from "./Authorization.ts"
import { balanceEndpoint, historyEndpoint } from "./operations/Balance.ts"
import { chainEndpoint } from "./operations/Chain.ts"
import { coolRepliesEndpoint } from "./operations/CoolReplies.ts"
import { followerGrowthEndpoint } from "./operations/FollowerGrowth.ts"
import { followerHistoryEndpoint } from "./operations/FollowerHistory.ts"
import { historyExportEndpoint } from "./operations/HistoryExport.ts"
import { interactionsEndpoint } from "./operations/Interactions.ts"
import { hotPostsEndpoint } from "./operations/HotPosts.ts"
import { keywordTrendEndpoint } from "./operations/KeywordTrend.ts"
import { followerLadderEndpoint, likeLadderEndpoint } from "./operations/Ladders.ts"
import { livePostsEndpoint } from "./operations/LivePosts.ts"
import { liveUsersEndpoint } from "./operations/LiveUsers.ts"
import { postLikeGrowthEndpoint } from "./operations/PostLikeGrowth.ts"
import { powerHoursEndpoint } from "./operations/PowerHours.ts"
import { searchEndpoint } from "./operations/Search.ts"
import { topThreadsEndpoint } from "./operations/TopThreads.ts"
import { usersEndpoint } from "./operations/Users.ts"
import {
  createEndpointEndpoint,
  createRuleEndpoint,
  deleteEndpointEndpoint,
  deleteRuleEndpoint,
  listEndpointsEndpoint,
  testEndpointEndpoint
} from "./operations/Webhooks.ts"
import { version } from "./Version.ts"

export class AccountGroup extends HttpApiGroup.make("account")
  .add(balanceEndpoint, historyEndpoint, historyExportEndpoint)
  .annotateMerge(OpenApi.annotations({ title: "Account and usage" })) {}

export class PostsGroup extends HttpApiGroup.make("posts")
  .add(
    searchEndpoint,
    keywordTrendEndpoint,
    hotPostsEndpoint,
    chainEndpoint,
    coolRepliesEndpoint,
    postLikeGrowthEndpoint
  )
  .annotateMerge(OpenApi.annotations({ title: "Posts" })) {}

export class AuthorsGroup extends HttpApiGroup.make("authors")
  .add(usersEndpoint, topThreadsEndpoint, interactionsEndpoint, followerHistoryEndpoint, followerGrowthEndpoint)
  .annotateMerge(OpenApi.annotations({ title: "Authors" })) {}

export class LiveGroup extends HttpApiGroup.make("live")
  .add(livePostsEndpoint, liveUsersEndpoint)
  .annotateMerge(OpenApi.annotations({ title: "Live reads" })) {}

export class StatisticsGroup extends HttpApiGroup.make("statistics")
  .add(powerHoursEndpoint, likeLadderEndpoint, followerLadderEndpoint)
  .annotateMerge(OpenApi.annotations({ title: "Statistics" })) {}

export class WebhooksGroup extends HttpApiGroup.make("webhooks")
  .add(
    listEndpointsEndpoint,
    createEndpointEndpoint,
    deleteEndpointEndpoint,
    createRuleEndpoint,
    deleteRuleEndpoint,
    testEndpointEndpoint
  )
  .annotateMerge(OpenApi.annotations({ title: "Webhooks" })) {}

export class Api extends HttpApi.make("heddle")
  .add(AccountGroup, PostsGroup, AuthorsGroup, LiveGroup, StatisticsGroup, WebhooksGroup)
  .middleware(InputErrors)
  // Outermost: who is not let in learns nothing about the parameters.
  .middleware(Authorization)
  // Unknown parameters and fields are errors that name the nearest known one, and all problems are told at once.
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Heddle",
      version,
      description: "Analytics over public posts: query API, webhooks and one credit balance per account.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      // Scheme names are case-insensitive (RFC 9110), but tools that read the document look for lower case.
      transform: (document) => ({
        ...document,
        components: {
          ...document["components"],
          securitySchemes: {
            bearer: { type: "http", scheme: "bearer", description: "An API key (`hdl_…`)." }
          }
        }
      })
    })
  ) {}
