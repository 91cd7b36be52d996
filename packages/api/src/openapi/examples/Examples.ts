/** An example of the answer of each operation, by the name of its endpoint. A test decodes each with the result's schema. */
import { accountExamples } from "./Account.ts"
import { authorExamples } from "./Authors.ts"
import { postExamples } from "./Posts.ts"
import { webhookExamples } from "./Webhooks.ts"

export const answerExamples: Readonly<Record<string, unknown>> = {
  ...accountExamples,
  ...postExamples,
  ...authorExamples,
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
