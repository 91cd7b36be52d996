/** HTTP itself: methods, addresses, media types, sizes, CORS, compression, request ids. */
import { get, type Group, send } from "../Call.ts"

const operations = [
  "/balance",
  "/balance/history",
  "/balance/history/export",
  "/post/search",
  "/post/keyword-trend",
  "/post/hot",
  "/post/t-1/chain",
  "/live/posts",
  "/live/users",
  "/user",
  "/user/amy/top-threads",
  "/user/amy/interactions",
  "/user/amy/follower-history",
  "/leaderboard/cool-replies",
  "/leaderboard/post-like-growth",
  "/leaderboard/follower-growth",
  "/stats/power-hours",
  "/stats/like-ladder",
  "/stats/follower-ladder",
  "/webhook/endpoints",
  "/webhook/endpoints/ep_1",
  "/webhook/endpoints/ep_1/rules",
  "/webhook/endpoints/ep_1/test",
  "/webhook/rules/rule_1"
]

const methods: Group = {
  name: "methods",
  calls: [
    ...operations.map((path) => send("PUT", path, null)),
    ...["HEAD", "PATCH", "POST", "DELETE", "TRACE"].map((method) => send(method, "/balance", null)),
    send("HEAD", "/post/search?keywords=coffee", null),
    send("HEAD", "/healthz", null, { as: null }),
    send("POST", "/healthz", null, { as: null }),
    send("GET", "/healthz", null, { as: null }),
    send("HEAD", "/problems", null, { as: null }),
    send("GET", "/problems/nothing", null, { as: null }),
    send("OPTIONS", "/balance", null, { as: null }),
    send("OPTIONS", "/post/search", null, {
      as: null,
      headers: { origin: "https://page.example", "access-control-request-method": "GET" }
    }),
    send("OPTIONS", "/webhook/endpoints", null, {
      as: null,
      headers: {
        origin: "https://page.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization, content-type, x-unknown",
        "x-request-id": "preflight-1"
      }
    }),
    send("OPTIONS", "/nowhere", null, { as: null, headers: { origin: "https://page.example" } }),
    send("OPTIONS", "*", null, { as: null }),
    get("/balance", { headers: { origin: "https://page.example" } }),
    get("/balance", { as: null, headers: { origin: "https://page.example" } }),
    get("/nowhere", { headers: { origin: "null" } })
  ]
}

const addresses: Group = {
  name: "addresses",
  calls: [
    ...[
      "//balance",
      "/balance/",
      "/balance//history",
      "/Balance",
      "/%62alance",
      "/balance%2Fhistory",
      "/balance/../balance",
      "/balance;x=1",
      "/balance?",
      "/balance??",
      "/balance?=",
      "/balance?&&",
      "/post/hot?size=1?size=2",
      "/post/hot?size=1&&hours=2",
      "/post/hot?size=%31",
      "/post/hot?size=+1",
      "/post/hot?size=1e0",
      "/post/hot?size=01",
      "/post/hot?size=",
      "/post/hot?size",
      "/post/hot?%73ize=1",
      "/post/hot?SIZE=1",
      "/post/hot?size[]=1",
      "/post/hot?size=1#x",
      "/post/hot?language=%E4%B8%AD",
      "/post/hot?size=1&size=1",
      "/post/search?keywords=%E5%92",
      "/post/search?keywords=%zz&limit=1",
      "/user/amy%2Fben/top-threads",
      "/user/amy//top-threads",
      "/user/%/top-threads",
      "/user/a%00b/top-threads",
      "/mcp",
      "/webhook",
      "/post",
      `/post/search?${Array.from({ length: 30 }, (_, at) => `unknown${at}=1`).join("&")}`,
      `/post/hot?${"n".repeat(300)}=1`
    ].map((path) => get(path)),
    "GET /balance?x=咖啡 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /balance?x=a b HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /balance HTTP/1.1\r\nConnection: close\r\n\r\n",
    "nonsense\r\n\r\n",
    `GET /balance HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n`
  ]
}

const negotiation: Group = {
  name: "negotiation",
  calls: [
    ...["text/html", "application/json", "application/*;q=0.1", "application/json;q=0", "*/*;q=0", "nonsense", ""].map(
      (accept) => get("/balance", { headers: { accept } })
    ),
    ...["gzip", "br", "deflate", "identity", "gzip;q=0", "*", "br, gzip;q=0.5", ""].map((encoding) =>
      get("/user/ben/follower-history?days=30", { headers: { "accept-encoding": encoding } })
    ),
    get("/balance", { headers: { "accept-encoding": "gzip" } }),
    get("/nowhere", { headers: { "accept-encoding": "gzip" } }),
    ...["mine-1", "a", "x".repeat(128), "x".repeat(129), "has space", "ümlaut", "semi;colon", ""].map((id) =>
      get("/balance", { headers: { "x-request-id": encodeURI(id).replaceAll("%20", " ") } })
    ),
    get("/post/hot?size=0", { headers: { "x-request-id": "refused-1" } }),
    get("/nowhere", { headers: { "x-request-id": "lost-1" } }),
    get("/balance", { headers: { expect: "something" } }),
    get("/balance", { headers: { upgrade: "h2c", connection: "upgrade" } }),
    get("/balance", { headers: { "if-none-match": "*", range: "bytes=0-1" } })
  ]
}

/** No body follows: the server answers by the announced length, and could close the connection under a real one. */
const big = { "content-length": "70000" }

const bodies: Group = {
  name: "bodies",
  calls: [
    send("POST", "/webhook/endpoints", "", { headers: big }),
    send("POST", "/webhook/endpoints", "", { as: null, headers: big }),
    ...[
      "text/plain",
      "application/xml",
      "application/json; charset=utf-8",
      "application/x-www-form-urlencoded",
      ""
    ].map((type) => send("POST", "/webhook/endpoints", { url: "" }, { headers: { "content-type": type } })),
    send("POST", "/webhook/endpoints", { url: "" }, { headers: { "content-encoding": "gzip" } }),
    send("POST", "/webhook/endpoints", null),
    ...["", "{", "[]", "null", "3", '"text"', "{}", '{"url":3}', '{"url":null}', '{"url":"","url":"x"}', "\u0000"].map(
      (body) => send("POST", "/webhook/endpoints", body)
    ),
    send("POST", "/webhook/endpoints", { uri: "https://hooks.example.com/" }),
    send("POST", "/webhook/endpoints", { url: "https://hooks.example.com/", extra: true, url_: 1 }),
    send("POST", "/webhook/endpoints?dry_run=true", { url: "https://hooks.example.com/" }),
    send("GET", "/balance", '{"ignored":true}')
  ]
}

export const conventionGroups: ReadonlyArray<Group> = [methods, addresses, negotiation, bodies]
