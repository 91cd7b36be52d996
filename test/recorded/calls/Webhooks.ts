/** Webhook management, test events to the receiver, and reads after a round has sent events. */
import { each, get, type Group, type Options, send } from "../Call.ts"

const endpoints = "/webhook/endpoints"
const rules = `${endpoints}/<ep_webhooks_1>/rules`
const keyed = (key: string): Options => ({ headers: { "idempotency-key": key } })

const badUrls = [
  "http://hooks.example.com/",
  "https://10.0.0.1/",
  "https://[::1]/",
  "https://user:secret@hooks.example.com/",
  "ftp://hooks.example.com/",
  "not a url",
  "https://",
  "https://localhost/",
  `https://hooks.example.com/${"x".repeat(2_048)}`
]

const webhooks: Group = {
  name: "webhooks",
  calls: [
    get(endpoints, { as: "hooks" }),
    send("POST", endpoints, { url: "<receiver>/ok" }),
    send("POST", endpoints, { url: "<receiver>/ok" }),
    send("POST", endpoints, { url: "<receiver>/fails" }, keyed("endpoint")),
    send("POST", endpoints, { url: "<receiver>/fails" }, keyed("endpoint")),
    send("POST", endpoints, { url: "<receiver>/other" }, keyed("endpoint")),
    send("POST", endpoints, { url: "<receiver>/moved" }),
    send("POST", endpoints, { url: "<closed>/" }),
    send("POST", endpoints, { url: "https://HOOKS.example.com:443/a b?x=咖啡#part" }),
    ...badUrls.map((url) => send("POST", endpoints, { url })),
    send("POST", endpoints, { url: "<receiver>/ok" }, { as: "lite" }),
    send("POST", endpoints, { url: "<receiver>/ok" }, { as: "planless" }),
    send("POST", endpoints, { url: "<receiver>/ok" }, { as: null }),
    send("POST", `${endpoints}/<ep_webhooks_1>/test`, null),
    send("POST", `${endpoints}/<ep_webhooks_2>/test`, null),
    send("POST", `${endpoints}/<ep_webhooks_3>/test`, null),
    send("POST", `${endpoints}/<ep_webhooks_4>/test`, null),
    send("POST", `${endpoints}/<ep_webhooks_1>/test`, null, keyed("test")),
    send("POST", `${endpoints}/<ep_webhooks_1>/test`, null, keyed("test")),
    send("POST", `${endpoints}/ep_unknown/test`, null),
    send("POST", `${endpoints}/<ep_webhooks_1>/test`, null, { as: "events" }),
    send("POST", `${endpoints}/<ep_webhooks_1>/test`, null, { as: "lite" }),
    get(endpoints, { as: "hooks" }),
    get(`${endpoints}/<ep_webhooks_2>`, { as: "hooks" }),
    get(`${endpoints}/<ep_webhooks_2>`, { as: "events" }),
    get(`${endpoints}/ep_unknown`, { as: "hooks" }),
    get(`${endpoints}/<ep_webhooks_2>`, { as: "lite" })
  ]
}

const rule = (body: object | string, options?: Options) => send("POST", rules, body, options)

const ruleCalls: Group = {
  name: "rules",
  calls: [
    rule({ keyword: "咖啡", likeCount: 10 }),
    rule({ keyword: "咖啡", likeCount: 10 }),
    rule({ keyword: "咖啡", likeCount: 10, language: "ZH-hant" }),
    rule({ keyword: "coffee", reply_count: 5, view_count: 20_000, language: "ja" }),
    rule({ likeCount: 500, lookbackHours: 24 }),
    rule({ keyword: null, like_count: 500, lookback_hours: 72, language: "ko" }),
    rule({ keyword: "", replyCount: 100, lookbackHours: 1 }),
    rule({ keyword: "keyed", likeCount: 11 }, keyed("rule")),
    rule({ keyword: "keyed", likeCount: 11 }, keyed("rule")),
    rule({ keyword: "keyed", likeCount: 12 }, keyed("rule")),
    rule({ keyword: "咖啡", likeCount: 1_000_000, send_existing: false }),
    rule({ keyword: "咖啡", likeCount: 1_000_000, sendExisting: true }),
    ...[
      {},
      { keyword: "咖啡" },
      { keyword: "咖啡", likeCount: 9 },
      { keyword: "咖啡", replyCount: 4, viewCount: 19_999 },
      { keyword: "咖啡", likeCount: 10, lookbackHours: 24 },
      { likeCount: 499, lookbackHours: 24 },
      { likeCount: 500 },
      { likeCount: 500, lookbackHours: 73 },
      { likeCount: 500, lookbackHours: 0 },
      { keyword: "咖啡", likeCount: 10, like_count: 10 },
      { keyword: "咖啡", likeCount: "10" },
      { keyword: "咖啡", likeCount: 10.5 },
      { keyword: "咖啡", likeCount: 10, language: "en" },
      { keyword: "咖啡", likeCount: 10, langage: "ja" },
      { keyword: "！？", likeCount: 10 },
      { keyword: "x".repeat(101), likeCount: 10 },
      { keyword: 3, likeCount: 10 }
    ].map((body) => rule(body)),
    send("POST", `${endpoints}/ep_unknown/rules`, { keyword: "咖啡", likeCount: 10 }),
    rule({ keyword: "咖啡", likeCount: 10 }, { as: "events" }),
    rule({ keyword: "咖啡", likeCount: 10 }, { as: "lite" }),
    get(endpoints, { as: "hooks" }),
    send("DELETE", "/webhook/rules/<rule_rules_1>", null),
    send("DELETE", "/webhook/rules/<rule_rules_1>", null),
    send("DELETE", "/webhook/rules/<rule_rules_2>", null, keyed("gone")),
    send("DELETE", "/webhook/rules/<rule_rules_2>", null, keyed("gone")),
    send("DELETE", "/webhook/rules/<rule_rules_3>", null, { as: "events" }),
    send("DELETE", "/webhook/rules/rule_unknown", null),
    send("DELETE", "/webhook/rules/<rule_rules_3>?force=true", null),
    send("DELETE", "/webhook/rules/<rule_rules_3>", null, { as: "lite" }),
    send("DELETE", `${endpoints}/<ep_webhooks_4>`, null),
    send("DELETE", `${endpoints}/<ep_webhooks_4>`, null),
    send("DELETE", `${endpoints}/<ep_webhooks_1>`, null, { as: "events" }),
    send("DELETE", `${endpoints}/<ep_webhooks_1>`, null),
    get(endpoints, { as: "hooks" }),
    get("/balance/history?api_type=webhook_management", { as: "hooks" })
  ]
}

const rotation = `${endpoints}/<ep_rotation_1>/rotate-secret`

/** The options of an endpoint, and the rotation of its secret. */
const rotationCalls: Group = {
  name: "rotation",
  calls: [
    send("POST", endpoints, { url: "https://options.example.com/", standardWebhooks: true, daily_credit_cap: 40 }),
    ...[
      { dailyCreditCap: 19 },
      { dailyCreditCap: null, daily_credit_cap: null },
      { standard_webhooks: 1 },
      { standardWebhook: true }
    ].map((options) => send("POST", endpoints, { url: "https://refused.example.com/", ...options })),
    send("POST", rotation, null),
    send("POST", rotation, { overlapHours: 0 }),
    send("POST", rotation, { overlap_hours: 168 }, keyed("rotation")),
    send("POST", rotation, { overlap_hours: 168 }, keyed("rotation")),
    send("POST", rotation, { overlap_hours: 167 }, keyed("rotation")),
    ...[
      { overlapHours: 169 },
      { overlapHours: -1 },
      { overlapHours: 1.5 },
      { overlapHours: "1" },
      { overlapHours: 1, overlap_hours: 1 },
      { overlap: 1 },
      []
    ].map((body) => send("POST", rotation, body)),
    send("POST", `${endpoints}/ep_unknown/rotate-secret`, null),
    send("POST", rotation, null, { as: null }),
    get(endpoints, { as: "hooks" }),
    send("DELETE", `${endpoints}/<ep_rotation_1>`, null)
  ]
}

/** Rules that stored posts meet in the next round. */
const subscription: Group = {
  name: "subscription",
  calls: [
    send("POST", endpoints, { url: "<receiver>/events" }, { as: "events" }),
    ...[
      { keyword: "咖啡", likeCount: 20 },
      { keyword: "猫", likeCount: 10, language: "ja" },
      { likeCount: 500, lookbackHours: 72 },
      { keyword: "커피", likeCount: 10, language: "ko" }
    ].map((body) => send("POST", `${endpoints}/<ep_subscription_1>/rules`, body, { as: "events" })),
    get("/balance", { as: "events" })
  ]
}

const delivered: Group = {
  name: "delivered",
  calls: [
    get("/balance", { as: "events" }),
    get(endpoints, { as: "events" }),
    ...each("/balance/history", [{ api_type: "webhook" }, { source: "webhook <ep_subscription_1>" }], { as: "events" }),
    get("/balance/history/export?api_type=webhook", { as: "events" }),
    get("/balance/history/export?api_type=webhook&format=ndjson", { as: "events" })
  ]
}

const log = "/webhook/deliveries"
const recoveries = "/webhook/recoveries"
const since = "2026-11-18T00:00:00Z"

const recover = (endpoint: string, from: string, options?: Options) =>
  send("POST", `${endpoints}/${endpoint}/recover`, { since: from }, options)

/** Of the test events above; a response has headers that differ from run to run, so none is shown whole. */
const deliveries: Group = {
  name: "deliveries",
  calls: [
    send("POST", endpoints, { url: "<receiver>/ok?log" }),
    send("POST", `${endpoints}/<ep_deliveries_1>/test`, null),
    ...each(
      log,
      [
        { endpointId: "<ep_deliveries_1>" },
        { endpointId: "<ep_deliveries_1>", outcome: "failed" },
        { endpointId: "<ep_deliveries_1>", statusCode: "200", from: since, to: "2026-11-19T00:00:00+08:00" },
        { endpointId: "ep_unknown" },
        { outcome: "lost" },
        { statusCode: "99" },
        { from: "yesterday" },
        { from: since, to: since },
        { limit: "501" },
        { cursor: "x" },
        { endpoint: "<ep_deliveries_1>" }
      ],
      { as: "hooks" }
    ),
    get(`${log}?endpointId=<ep_webhooks_1>&limit=1`, { as: "hooks" }),
    get(`${log}?endpointId=<ep_webhooks_1>&limit=1&cursor=<cursor_deliveries_1>`, { as: "hooks" }),
    get(`${log}?limit=1&cursor=<cursor_deliveries_1>`, { as: "hooks" }),
    get(log, { as: "lite" }),
    get(log, { as: null }),
    get(`${log}/dlv_unknown`, { as: "hooks" }),
    get(`${log}/<dlv_deliveries_1>`, { as: "events" }),
    send("POST", `${log}/<dlv_deliveries_1>/resend`, null),
    send("POST", `${log}/<dlv_deliveries_1>/resend`, null, { as: "events" }),
    send("POST", `${log}/dlv_unknown/resend`, null),
    send("POST", `${log}/<dlv_deliveries_1>/resend`, null, { as: "lite" }),
    recover("<ep_deliveries_1>", since),
    recover("<ep_deliveries_1>", since, keyed("recover")),
    recover("<ep_deliveries_1>", since, keyed("recover")),
    recover("<ep_deliveries_1>", "2026-10-01T00:00:00Z"),
    recover("<ep_deliveries_1>", "2027-01-01T00:00:00Z"),
    recover("<ep_deliveries_1>", "today"),
    recover("ep_unknown", since),
    recover("<ep_deliveries_1>", since, { as: "events" }),
    get(recoveries, { as: "hooks" }),
    get(recoveries, { as: "lite" }),
    get(`${recoveries}/<rec_deliveries_1>`, { as: "hooks" }),
    get(`${recoveries}/<rec_deliveries_1>`, { as: "events" }),
    send("DELETE", `${recoveries}/<rec_deliveries_1>`, null),
    send("DELETE", `${recoveries}/rec_unknown`, null),
    send("DELETE", `${endpoints}/<ep_deliveries_1>`, null),
    get(recoveries, { as: "hooks" })
  ]
}

const preview = "/webhook/rules/preview"
const backtest = "/webhook/rules/backtest"
const coffee = { keyword: "咖啡", likeCount: 20 }
const explain = "/webhook/rules/<rule_subscription_1>/explain"

/** Questions about rules whose events were sent. */
const trials: Group = {
  name: "trials",
  calls: [
    ...[
      coffee,
      { keyword: "咖啡", like_count: 20, compare_to: "<rule_subscription_1>" },
      { likeCount: 500, lookbackHours: 3 },
      { ...coffee, compareTo: "rule_unknown" },
      { ...coffee, compareTo: "<rule_subscription_1>", compare_to: "<rule_subscription_1>" },
      { ...coffee, compare: "<rule_subscription_1>" },
      { keyword: "！？", likeCount: 10 },
      { keyword: "咖啡", likeCount: 9 },
      []
    ].map((body) => send("POST", preview, body, { as: "events" })),
    send("POST", preview, coffee, { as: "lite" }),
    send("POST", preview, { ...coffee, compareTo: "<rule_subscription_1>" }, { as: "hooks" }),
    ...[coffee, { ...coffee, days: 2 }, { likeCount: 500, lookbackHours: 72, days: 3 }].map((body) =>
      send("POST", backtest, body, { as: "events" })
    ),
    send("POST", backtest, { ...coffee, days: 1 }, { as: "events", headers: { "idempotency-key": "backtest" } }),
    send("POST", backtest, { ...coffee, days: 1 }, { as: "events", headers: { "idempotency-key": "backtest" } }),
    send("POST", `${backtest}?dry_run=true`, coffee, { as: "events" }),
    ...[
      { ...coffee, days: 0 },
      { ...coffee, days: 31 },
      { ...coffee, day: 1 }
    ].map((body) => send("POST", backtest, body, { as: "events" })),
    send("POST", backtest, coffee, { as: "lite" }),
    ...each(explain, [{ post: "Dag59" }, { post: "Dgk49" }, { post: "unknown" }, {}, { code: "x" }], { as: "events" }),
    get(`${explain}?post=Dag59`, { as: "hooks" }),
    get("/webhook/rules/rule_unknown/explain?post=Dag59", { as: "events" }),
    get(`${explain}?post=Dag59`, { as: null }),
    get("/balance/history?api_type=webhook_backtest", { as: "events" })
  ]
}

export const webhookGroups: ReadonlyArray<Group> = [webhooks, deliveries, ruleCalls, rotationCalls, subscription]
/** To be called after a restart, when a round has run. */
export const deliveredGroups: ReadonlyArray<Group> = [delivered, trials]
