/** The REST contract: the families of operations, their authorization and strictness, and the OpenAPI document. */
import { HttpApi, OpenApi } from "effect/http-api"
import { Authorization, InputErrors } from "./Authorization.ts"
import { families } from "./Families.ts"
import { completeDocument } from "./openapi/Document.ts"
import { version } from "./Version.ts"

const [account, posts, authors, live, leaderboards, statistics, webhooks] = families

export class Api extends HttpApi.make("heddle")
  .add(account.group, posts.group, authors.group, live.group, leaderboards.group, statistics.group, webhooks.group)
  .middleware(InputErrors)
  // Outermost: a caller without a valid key gets a 401 whatever the parameters are.
  .middleware(Authorization)
  // Unknown parameters and fields are errors that name the nearest known one, and all problems are reported at once.
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Heddle",
      version,
      description: "Analytics over public posts: query API, webhooks and one credit balance per account.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      transform: completeDocument
    })
  ) {}
