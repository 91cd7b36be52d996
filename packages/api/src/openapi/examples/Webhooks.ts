/** Examples of answers about webhooks. */
import { delivery, detailedPost, endpoint, event, ids, post, rule } from "./Records.ts"

const free = { notices: [], credits_consumed: 0 } as const

const recovery = {
  id: ids.recovery,
  endpointId: ids.endpoint,
  since: "2026-11-21T00:00:00.000Z",
  state: "running",
  total: 85,
  resent: 30,
  createdAt: "2026-11-22T04:10:00.000Z",
  finishedAt: null
}

const headers = {
  "content-type": "application/json",
  "user-agent": "Heddle-Webhooks/1.21.0",
  "x-service-delivery-attempt": "1",
  "x-service-idempotency-key": ids.event,
  "x-service-signature": "t=1795320180,v1=5257a869…"
}

const body = JSON.stringify(event)

export const webhookExamples = {
  listEndpoints: { data: [endpoint], ...free },
  showEndpoint: { data: endpoint, ...free },
  createEndpoint: { data: { ...endpoint, rules: [] }, ...free },
  rotateSecret: { data: { ...endpoint, previousSecretExpiresAt: "2026-11-23T09:00:00.000Z" }, ...free },
  deleteEndpoint: { data: { id: ids.endpoint, deleted: true }, ...free },
  createRule: { data: rule, ...free },
  deleteRule: { data: { id: ids.rule, deleted: true }, ...free },
  testEndpoint: {
    data: {
      delivered: false,
      statusCode: 401,
      durationMs: 42,
      error: null,
      response: '{"code":"signature_mismatch","hint":"The secret of this endpoint is another one."}'
    },
    ...free
  },
  previewRule: {
    data: {
      matches: 1,
      credits: 20,
      hours: [{ hour: "2026-11-22T02:00:00.000Z", matches: 1 }],
      examples: [detailedPost]
    },
    ...free
  },
  backtestRule: { data: [{ day: "2026-11-22", matches: 4, credits: 80 }], notices: [], credits_consumed: 10 },
  explainRule: {
    data: {
      verdict: "waiting",
      conditions: [
        { name: "post", wanted: post.code, actual: post.code, holds: true },
        { name: "likeCount", wanted: 500, actual: 412, holds: false }
      ],
      window: { from: "2026-11-22T02:00:00.000Z", until: "2026-11-23T02:00:00.000Z" },
      checkedAt: "2026-11-22T04:03:00.000Z",
      event: null,
      text: "The post is still below a threshold: it has 412 of 500 likes."
    },
    ...free
  },
  listDeliveries: { data: [delivery], next_cursor: null, ...free },
  showDelivery: {
    data: {
      ...delivery,
      request: { url: endpoint.url, headers, body },
      response: { headers: { "content-type": "text/plain" }, body: "The database is down." }
    },
    ...free
  },
  resendDelivery: {
    data: { eventId: ids.event, state: "retrying", dueAt: "2026-11-22T04:10:00.000Z", charged: 0 },
    ...free
  },
  recoverEndpoint: { data: recovery, ...free },
  listRecoveries: { data: [recovery], ...free },
  showRecovery: { data: recovery, ...free },
  cancelRecovery: { data: { ...recovery, state: "cancelled", finishedAt: "2026-11-22T04:11:00.000Z" }, ...free },
  listenToEndpoint: `id: ${ids.event}\nevent: delivery\ndata: ${JSON.stringify({ headers, body })}\n\n`,
  acknowledgeEvents: { data: { acknowledged: 1 }, ...free }
}
