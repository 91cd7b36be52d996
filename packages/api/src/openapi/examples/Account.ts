/** Examples of answers about the balance and the usage history. */
import { ids } from "./Records.ts"

const entry = {
  id: "use_01M7YY0HSY8ZTAVD0RDB125TQK",
  time: 1_795_320_000,
  cost: 20,
  source: "production",
  parameters: { keywords: ["咖啡"], limit: 20 },
  api_type: "keywords",
  request_id: ids.request
}

export const accountExamples = {
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
