/** The REST contract: the families of operations, authorization, strict parsing, and the OpenAPI document. */
import { HttpApi, OpenApi } from "effect/http-api"
import { Authorization, InputErrors } from "./Authorization.ts"
import { families } from "./Families.ts"
import { completeDocument } from "./openapi/Document.ts"
import { introduction } from "./openapi/Introduction.ts"
import { version } from "./Version.ts"

const [account, posts, authors, live, leaderboards, statistics, webhooks] = families

export class Api extends HttpApi.make("heddle")
  .add(account.group, posts.group, authors.group, live.group, leaderboards.group, statistics.group, webhooks.group)
  .middleware(InputErrors)
  // Outermost, so that a missing or invalid key is a 401 even when the parameters are invalid too.
  .middleware(Authorization)
  // Unknown parameters and fields are errors, and all errors are reported at once.
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Heddle",
      version,
      description: introduction,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      transform: completeDocument
    })
  ) {}
