/** An example of the answer of each operation, by the name of its endpoint. A test decodes each with the result's schema. */
import { queryExamples } from "./Queries.ts"
import { ids } from "./Records.ts"
import { webhookExamples } from "./Webhooks.ts"

/** Examples of answers about the balance and the usage history. */
const entry = {
  id: "use_01M7YY0HSY8ZTAVD0RDB125TQK",
  time: 1_795_320_000,
  cost: 20,
  source: "production",
  parameters: { keywords: ["咖啡"], limit: 20 },
  api_type: "keywords",
  request_id: ids.request
}

const accountExamples = {
  balance: {
    data: {
      remaining_credits: 98_420,
      held_credits: 60,
      plan: { name: "standard", renews_at: 1_797_831_000, webhooks: true },
      grants: [{ kind: "plan", remaining: 98_480, expires_at: 1_797_831_000 }]
    },
    notices: [],
    credits_consumed: 0
  },
  balanceHistory: {
    data: [entry],
    page: 1,
    anchor: "eyJwYWdlIjoxfQ.c2lnbmF0dXJl",
    page_size: 50,
    total: 1,
    notices: [],
    credits_consumed: 0
  },
  exportHistory: [
    "id,time,cost,source,parameters,api_type,request_id",
    `${entry.id},${entry.time},${entry.cost},${entry.source},"{""keywords"":[""咖啡""],""limit"":20}",keywords,${ids.request}`,
    ""
  ].join("\r\n")
}

export const answerExamples: Readonly<Record<string, unknown>> = {
  ...accountExamples,
  ...queryExamples,
  ...webhookExamples
}

/** Of each operation that takes a body. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  createEndpoint: { url: "https://example.com/hooks/heddle", dailyCreditCap: 2_000 },
  rotateSecret: { overlapHours: 48 },
  createRule: { keyword: "咖啡", likeCount: 50 },
  previewRule: { keyword: "咖啡", likeCount: 50 },
  backtestRule: { keyword: "咖啡", likeCount: 50, days: 14 },
  recoverEndpoint: { since: "2026-11-21T00:00:00Z" },
  acknowledgeEvents: { eventIds: ["evt_01M7YY0HSY8ZTAVD0RDB125TQK"] }
}

/** Of every call with a price, with `dry_run=true`. */
export const dryRunExample = {
  data: { estimated_cost: 100, remaining_credits: 64, max_affordable_limit: 32, would_admit: false },
  dry_run: true,
  notices: [],
  credits_consumed: 0
}
