import { layer, assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { pglite } from "../../../../test/support/Databases.ts"
import { ServedApi, call, customer, operate, ingest } from "../support/ServedApi.ts"
import { connect } from "node:net"

layer(ServedApi.layer.pipe(Layer.provideMerge(pglite)), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
  it.effect(
    "x",
    () =>
      Effect.gen(function* () {
        const c = yield* customer({ plan: "standard", credits: 1000 })
        const key = c.key
        const show = (n: string, a: any) =>
          console.log(
            n,
            a.status,
            a.text.slice(0, 500),
            ["allow", "www-authenticate", "content-type", "x-request-id", "x-credits-consumed", "x-credits-remaining"]
              .map((h) => `${h}=${a.headers.get(h)}`)
              .join(" ")
          )
        const g = (p: string, o: any = {}) =>
          Effect.map(call(p, { key, ...o }), (a) => show(`${o.method ?? "GET"} ${p.slice(0, 100)}`, a))
        yield* g("/balance")
        yield* g("/balance/")
        yield* g("/nothing")
        yield* g("/readyz")
        yield* g("/ingest", { method: "POST" })
        yield* g("/metrics")
        yield* g("/balance", { method: "HEAD" })
        yield* g("/balance", { method: "PUT" })
        yield* g("/healthz", { method: "POST" })
        yield* g("/webhook/endpoints/", { method: "PATCH" })
        yield* g("/balance", { method: "OPTIONS" })
        for (const q of [
          "",
          "?keywords=",
          "?keywords=a,,b",
          "?keywords=a&limit=1&limit=2",
          "?keywords=a&limit=",
          "?keywords=a&limit=0x10",
          "?keywords=a&limit=1e2",
          "?keywords=a&limit=1.5",
          "?keywords=a&limit=abc",
          "?keywords=a&limit=+5",
          "?keywords=a&limit=501",
          "?keywords=a&limti=5",
          "?keywords=a&zzzzzzzzzzzzz=5",
          "?keywords=a&include_details=1",
          "?keywords=a&include_details=TRUE",
          "?keywords=a&sort=best",
          "?keywords=a&language=fr",
          "?keywords=a&language=ZH-hant",
          "?keywords=a%00b",
          "?keywords=a&username=%00",
          "?keywords=a&username=",
          "?keywords=a&keywords=b",
          "?keywords=!!!",
          "?keywords=a&min_likes=-1",
          "?keywords=a&min_likes=9007199254740991",
          "?keywords=a&min_likes=3000000000",
          "?keywords=a&since=0",
          "?keywords=a&until=0",
          "?keywords=a&max_age_hours=0",
          "?keywords=a&cursor=xx",
          "?keywords=a&since=1&max_age_hours=4",
          "?keywords=a%FF&b=%FF",
          "?keywords=%ED%A0%80",
          "?keywords=a&__proto__=1",
          "?keywords=a&constructor=1",
          "?keywords[]=a",
          "?keywords=a&post_type=reply",
          "?keywords=" + "a,".repeat(10) + "a",
          "?keywords=" + "a".repeat(101),
          "?keywords=a&since=1&until=1"
        ])
          yield* g("/post/search" + q)
        for (const q of [
          "?page=0",
          "?source=%00",
          "?api_type=%00&from=5",
          "?from=253402300799",
          "?page=1000000",
          "?pages=3"
        ])
          yield* g("/balance/history" + q)
        yield* g("/balance?x=1")
        const w = (json: any, p = "/webhook/endpoints") => g(p, { method: "POST", json })
        for (const j of [
          {},
          null,
          [],
          "x",
          { url: 5 },
          { url: "ftp://x" },
          { url: "https://e.com/\u0000" },
          { url: "https://e.com/\ud800" },
          { url: "https://e.com/a", x: 1, __proto__: 3 },
          { ulr: "https://e.com" }
        ])
          yield* w(j)
        yield* g("/webhook/endpoints", { method: "POST", body: "{", headers: { "content-type": "application/json" } })
        yield* g("/webhook/endpoints", { method: "POST", body: "{}", headers: { "content-type": "text/plain" } })
        yield* g("/webhook/endpoints", {
          method: "POST",
          body: "[".repeat(60000),
          headers: { "content-type": "application/json" }
        })
        yield* g("/webhook/endpoints", {
          method: "POST",
          body: "[".repeat(30000) + "]".repeat(30000),
          headers: { "content-type": "application/json" }
        })
        yield* g("/webhook/endpoints", {
          method: "POST",
          body: '{"url":"https://e.com/q","z":' + "[".repeat(30000) + "]".repeat(30000) + "}",
          headers: { "content-type": "application/json" }
        })
        yield* g("/webhook/endpoints", {
          method: "POST",
          body: '{"url":' + '{"a":'.repeat(9000) + "1" + "}".repeat(9000) + "}",
          headers: { "content-type": "application/json" }
        })
        yield* g("/webhook/endpoints", {
          method: "POST",
          body: "{" + Array.from({ length: 5000 }, (_, i) => `"k${i}":1`).join(",") + "}",
          headers: { "content-type": "application/json" }
        })
        yield* g("/webhook/endpoints", { method: "POST" })
        yield* g("/webhook/endpoints", {
          method: "POST",
          body: "x".repeat(65537),
          headers: { "content-type": "application/json" }
        })
        yield* g("/webhook/endpoints", {
          method: "POST",
          body: new ReadableStream({
            start(c) {
              for (let i = 0; i < 70; i++) c.enqueue(new TextEncoder().encode("x".repeat(1024)))
              c.close()
            }
          }),
          headers: { "content-type": "application/json" }
        })
        for (const p of [
          "/webhook/endpoints/%00",
          "/webhook/endpoints/%ZZ",
          "/webhook/endpoints/%ff",
          "/webhook/rules/rule_x",
          "/webhook/endpoints/" + "a".repeat(5000)
        ])
          yield* g(p, { method: "DELETE" })
        yield* g("/webhook/endpoints/x/test", { method: "POST" })
        const e = yield* call("/webhook/endpoints", { key, method: "POST", json: { url: "https://example.com/h" } })
        show("created", e)
        const id = (e.json as any).data?.id
        for (const j of [
          {},
          { keyword: "a" },
          { keyword: "a", likeCount: 10, like_count: 10 },
          { keyword: "a", likeCount: 9 },
          { keyword: "a", likeCount: 10, lookbackHours: 3 },
          { likeCount: 500 },
          { likeCount: 499, lookbackHours: 73 },
          { keyword: "a\u0000b", likeCount: 10 },
          { keyword: "\ud800a", likeCount: 10 },
          { keyword: "!!", likeCount: 10 },
          { keyword: "a", likeCount: "10" },
          { keyword: "a", likeCount: null },
          { keyword: "a", likeCount: 10, language: "en" },
          { keyword: "a", lik_count: 10 },
          { keyword: "ok", like_count: 10 },
          { keyword: "ok", likeCount: 10 },
          { keyword: 5, likeCount: 1.5 },
          { keyword: "a".repeat(101), likeCount: 10, language: 5 },
          { likeCount: 500, lookback_hours: 73 }
        ])
          yield* w(j, `/webhook/endpoints/${id}/rules`)
        for (const h of [
          {},
          { authorization: "Bearer" },
          { authorization: "Basic abc" },
          { authorization: `bearer ${key}` },
          { authorization: "Bearer x" },
          { authorization: `Bearer  ${key}` },
          { authorization: key }
        ])
          show("auth " + JSON.stringify(h), yield* call("/balance?x=1", { headers: h }))
        for (const [p, o] of [
          ["/accounts", { method: "POST", json: {} }],
          ["/accounts", { method: "POST", json: { email: "a\u0000@b" } }],
          ["/accounts", { method: "POST", json: { email: 5, x: 1 } }],
          ["/accounts", { method: "POST", json: { email: c.id + "@x" } }],
          ["/accounts", { method: "POST", json: { email: c.id + "@x" } }],
          ["/accounts/nope/grants", { method: "POST", json: { credits: 5 } }],
          ["/accounts/nope/grants", { method: "POST", json: {} }],
          ["/accounts/nope/grants", { method: "POST", json: { plan: "gold" } }],
          ["/accounts/%00/grants", { method: "POST", json: { credits: 1 } }],
          ["/accounts/nope/keys", { method: "POST", json: { name: "" } }],
          [`/accounts/${c.id}/keys`, { method: "POST", json: { name: "\ud800" } }],
          ["/accounts", { method: "GET" }],
          ["/balance", {}],
          ["/readyz", {}],
          ["/healthz", {}]
        ] as any)
          show(`OP ${p} ${JSON.stringify(o)}`, yield* operate(p, o))
        show(
          "ingest",
          yield* ingest(
            { type: "post" },
            { type: "post", code: "a", caption: 5, username: "u", post_timestamp: "x" },
            { type: "user", username: "", follower_count: -1 },
            { type: "delete" },
            [],
            { type: "post", code: "a\u0000", caption: "\ud800", username: "u", post_timestamp: 1 }
          )
        )
        yield* Effect.promise(
          () =>
            new Promise<void>((r) => {
              call
              r()
            })
        )
        const { baseUrl } = yield* ServedApi
        const raw = (text: string) =>
          Effect.promise(
            () =>
              new Promise<void>((r) => {
                const s = connect(Number(new URL(baseUrl).port), "127.0.0.1", () => s.write(text))
                let o = ""
                s.on("data", (d) => {
                  o += d
                })
                s.on("close", () => {
                  console.log("RAW", JSON.stringify(text.slice(0, 60)), "=>", JSON.stringify(o.slice(0, 400)))
                  r()
                })
                setTimeout(() => s.end(), 500)
              })
          )
        yield* raw("BLAH\r\n\r\n")
        yield* raw("GET /balance HTTP/1.1\r\nHost: x\r\nX: " + "a".repeat(20000) + "\r\n\r\n")
        yield* raw("GET http://evil/balance HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        yield* raw("GET //balance HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        yield* raw("GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        yield* raw("FOO /balance HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        yield* raw("GET /balance?%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        yield* raw("GET /balance HTTP/1.1\r\nHost: a b/\r\nConnection: close\r\n\r\n")
        yield* raw(
          "POST /webhook/endpoints HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 99999\r\nConnection: close\r\n\r\n"
        )
        yield* raw("DELETE /balance/../webhook HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      }),
    60000
  )
})
