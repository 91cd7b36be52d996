/** The tables and lists of endpoints of the description, and its errors, row by row, over HTTP. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Ledger } from "../../src/credits/ledger/Ledger.ts"
import { SourceRateLimited } from "../../src/live/LiveSource.ts"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import { rowsOf } from "../support/PricedCalls.ts"
import { fillLibrary, longCaptions } from "../support/LibraryPosts.ts"
import { origin } from "../support/Posts.ts"
import { captions } from "../support/RandomPosts.ts"
import { call, customer } from "../support/ServedApi.ts"
import { network, type Rows, storeMany, testSections } from "../support/SpecRows.ts"
import { day, hour, start, store } from "../support/StoredAtNoon.ts"
import { manage, newEndpoint, newRules } from "../support/WebhookCalls.ts"
import { forgetPostsAndWebhooks } from "../support/Webhooks.ts"

const get = Effect.fnUntraced(function* (path: string, key: string) {
  const found = yield* call(path, { key })
  assert.strictEqual(found.status, 200, `${path}: ${found.text}`)
  return found
})
const list = (path: string, key: string) => Effect.map(get(path, key), rowsOf)
const codes = (path: string, key: string) => Effect.map(list(path, key), (rows) => rows.map(({ code }) => code))
const one = (path: string, key: string) => Effect.map(get(path, key), ({ json }) => Object(json["data"]))
const statusOf = (path: string, key: string) => Effect.map(call(path, { key }), ({ status }) => status)

const codesOf = (rows: ReadonlyArray<{ readonly code: string }>) => rows.map(({ code }) => code)

const languages: ReadonlyArray<readonly [string, Array<string>]> = [
  ["zh", ["yue", "zh", "zh-Hans", "zh-Hant"]],
  ["zh-Hant", ["zh-Hant"]],
  ["zh-Hans", ["zh-Hans"]],
  ["yue", ["yue"]],
  ["en", ["en"]],
  ["ja", ["ja"]],
  ["ko", ["ko"]]
]

const account: Rows = {
  "GET /balance": ({ key }) =>
    Effect.gen(function* () {
      assert.deepInclude(yield* one("/balance", key), { remaining_credits: 100_000, held_credits: 0 })
    }),

  "GET /balance/history": ({ key }) =>
    Effect.gen(function* () {
      for (let made = 0; made < 60; made += 1) yield* call("/balance", { key })
      yield* get("/post/hot", key)
      const first = yield* list("/balance/history", key)
      assert.lengthOf(first, 50)
      assert.deepInclude(first[0], { time: start, cost: 70, source: "tests", api_type: "hot_posts", parameters: {} })
      assert.lengthOf(yield* list("/balance/history?page=2", key), 12)
      assert.lengthOf(yield* list("/balance/history?page=3", key), 0)
    })
}

const posts: Rows = {
  "GET /post/search": ({ key }) =>
    Effect.gen(function* () {
      yield* store(
        { code: "now", repost_count: 3 },
        { code: "reply", post_timestamp: start - 2 * hour, reply_to: "now" },
        { code: "old", post_timestamp: start - 30 * day },
        { code: "other", caption: "this is about a quokka", post_timestamp: start - 1 }
      )
      const path = "/post/search?language=en&keywords=wombats"
      assert.deepStrictEqual(yield* codes(path, key), ["now", "reply"])
      assert.deepStrictEqual(yield* codes(`${path},quokka`, key), ["now", "other", "reply"])
      assert.deepStrictEqual(yield* codes(`${path}&post_type=thread`, key), ["now"])
      assert.deepStrictEqual(yield* codes(`${path}&min_age_hours=1&max_age_hours=2160`, key), ["reply", "old"])
      assert.deepStrictEqual(yield* codes(`${path}&until=${start - hour}&since=${start - 3 * hour}`, key), ["reply"])
      const [basic] = yield* list(path, key)
      assert.notProperty(basic, "repost_count")
      const [detailed] = yield* list(`${path}&include_details=true`, key)
      assert.deepInclude(detailed, { repost_count: 3, impression_count: null, media_url: [] })
      for (const conflict of [`min_age_hours=1&since=${start - hour}`, "min_age_hours=2&max_age_hours=1"]) {
        const refused = yield* call(`${path}&${conflict}`, { key })
        assert.strictEqual(refused.status, 400)
        assert.isString(refused.json["detail"])
      }
    }),

  "GET /post/keyword-trend": ({ key }) =>
    Effect.gen(function* () {
      const counts = { like_count: 4, reply_count: 3, repost_count: 2, reshare_count: 1 }
      yield* store(
        { code: "a", ...counts },
        { code: "b", ...counts, post_timestamp: start - 1 },
        { code: "c", ...counts, post_timestamp: start - day }
      )
      const path = "/post/keyword-trend?keywords=wombat,quokka&days=3&language=en"
      const [wombat, quokka] = yield* list(path, key)
      assert.deepStrictEqual(wombat, {
        keyword: "wombat",
        days: [
          { date: "1970-04-09", post_count: 0 },
          { date: "1970-04-10", post_count: 1 },
          { date: "1970-04-11", post_count: 2 }
        ]
      })
      assert.strictEqual(quokka?.["keyword"], "quokka")
      const [engaged] = yield* list(`${path}&include_engagement=true`, key)
      assert.deepStrictEqual(Object(engaged).days[2], {
        date: "1970-04-11",
        post_count: 2,
        like_count: 8,
        reply_count: 6,
        repost_count: 4,
        reshare_count: 2
      })
    }),

  "GET /post/semantic-search": ({ key }) =>
    Effect.gen(function* () {
      yield* store(
        { code: "closest", caption: "a cosy café that is good for working", like_count: 1, reply_count: 2 },
        { code: "close", caption: "we went home from the café", like_count: 9, post_timestamp: start - day },
        { code: "far", caption: "nothing but rain here again" },
        { code: "old", caption: "a cosy café that is good for working", post_timestamp: start - 31 * day },
        { code: "ja", caption: captions.ja }
      )
      const path = "/post/semantic-search?topic=a café for working&language=en"
      assert.deepStrictEqual(yield* codes(path, key), ["closest", "close"])
      assert.deepStrictEqual(yield* codes(`${path}&min_likes=5`, key), ["close"])
      assert.deepStrictEqual(yield* codes(`${path}&min_replies=1`, key), ["closest"])
      assert.deepStrictEqual(yield* codes("/post/semantic-search?topic=コーヒー&language=ja", key), ["ja"])
      const [first] = yield* list(path, key)
      assert.isNumber(first?.["relevance_score"])
      const { json } = yield* get(path, key)
      assert.strictEqual(json["engine"], "lexical")
    }),

  "GET /post/hot": ({ key }) =>
    Effect.gen(function* () {
      yield* store(
        { code: "liked", like_count: 90 },
        { code: "seen", like_count: 1, impression_count: 5_000 },
        { code: "ja", caption: captions.ja, like_count: 100 }
      )
      assert.deepStrictEqual(yield* codes("/post/hot?language=en", key), ["liked", "seen"])
      assert.deepStrictEqual(yield* codes("/post/hot?language=en&size=1", key), ["liked"])
      assert.deepStrictEqual(yield* codes("/post/hot?language=en&sort=impression:desc", key), ["seen"])
      assert.deepStrictEqual(yield* codes("/post/hot?language=ja", key), ["ja"])
    }),

  "GET /live/posts": ({ key }) =>
    Effect.gen(function* () {
      const old = { code: "old", post_timestamp: start - 95 * day, caption: captions.other }
      network.tell({ ...old, like_count: 7, reshare_count: 3, media_url: ["https://media.example/1"] })
      const [row, unknown] = yield* list("/live/posts?codes=old,nothing", key)
      assert.deepInclude(row, { status: "ok", code: "old", like_count: 7, reshare_count: 3 })
      assert.deepStrictEqual(row?.["media_url"], ["https://media.example/1"])
      assert.deepInclude(unknown, { status: "failed", code: "nothing" })
    }),

  "GET /live/users": ({ key }) =>
    Effect.gen(function* () {
      network.users.set("zoe", { type: "user", username: "zoe", full_name: "Zoë", follower_count: 12 })
      const [row, unknown] = yield* list("/live/users?usernames=zoe,nobody", key)
      assert.deepInclude(row, { status: "ok", username: "zoe", full_name: "Zoë", follower_count: 12 })
      assert.deepInclude(unknown, { status: "failed", username: "nobody" })
    }),

  "GET /post/forecast": ({ key }) =>
    Effect.gen(function* () {
      const counts = { like_count: 120, impression_count: 3_000, observed_at: start }
      yield* store(
        { code: "young", ...counts, post_timestamp: start - hour + 1 },
        { code: "hour", ...counts, post_timestamp: start - hour },
        { code: "week", ...counts, post_timestamp: start - 7 * day },
        { code: "old", ...counts, post_timestamp: start - 7 * day - 1 },
        { code: "hidden", ...counts, impression_count: null, post_timestamp: start - 2 * hour }
      )
      const rows = yield* list("/post/forecast?codes=young,hour,week,old,hidden,unknown", key)
      assert.deepStrictEqual(
        rows.map(({ code, status }) => [code, status]),
        [
          ["young", "too_young"],
          ["hour", "ok"],
          ["week", "ok"],
          ["old", "too_old"],
          ["hidden", "no_metric"],
          ["unknown", "not_found"]
        ]
      )
      assert.strictEqual(rows[1]?.["impression_count"], 3_000)
      const thresholds: ReadonlyArray<Readonly<Record<string, number | null>>> = Object(rows[1])["thresholds"]
      assert.deepStrictEqual(
        thresholds.map(({ views }) => views),
        [5_000, 10_000, 20_000, 50_000, 100_000]
      )
      for (const { probability, expected_at } of thresholds) {
        assert.isTrue(probability !== null && probability !== undefined && probability >= 0 && probability <= 1)
        if (expected_at !== null) assert.isAtLeast(Number(expected_at), start)
      }
      const [likes] = yield* list("/post/forecast?codes=hidden&metric=likes", key)
      assert.deepStrictEqual(
        Object(likes)["thresholds"].map((row: { readonly likes: number }) => row.likes),
        [200, 500, 1_000, 2_000, 5_000]
      )
    }),

  "/post/inspiration": ({ key }) =>
    Effect.gen(function* () {
      yield* store(
        ...Object.entries(longCaptions).map(([code, caption]) => ({ code, caption, like_count: 1_000 })),
        ...Object.entries(longCaptions).map(([code, caption]) => ({ code: `less-${code}`, caption, like_count: 999 })),
        { code: "short", caption: longCaptions.ja.slice(0, 200), like_count: 9_000 },
        { code: "reply", caption: longCaptions.ja, like_count: 9_000, reply_to: "ja" }
      )
      yield* fillLibrary
      const path = "/post/inspiration?topic=coffee 咖啡 コーヒー 커피"
      const found = Effect.fnUntraced(function* (query: string) {
        return (yield* codes(path + query, key)).toSorted()
      })
      assert.deepStrictEqual(yield* found(""), ["ja", "ko", "yue", "zh-Hans", "zh-Hant"])
      assert.deepStrictEqual(yield* found("&language=zh"), ["yue", "zh-Hans", "zh-Hant"])
      for (const code of Object.keys(longCaptions)) assert.deepStrictEqual(yield* found(`&language=${code}`), [code])
      yield* storeMany(12, { caption: longCaptions.en, like_count: 2_000 }, "many")
      yield* fillLibrary
      assert.lengthOf(yield* found("&language=en"), 10)
    }),

  "/post/{code}/chain": ({ key }) =>
    Effect.gen(function* () {
      yield* store(
        { code: "root" },
        { code: "first", reply_to: "root", post_timestamp: start - 2 },
        { code: "second", reply_to: "root", post_timestamp: start - 1 },
        { code: "below", reply_to: "first" }
      )
      for (const code of ["root", "below"]) {
        const { root, replies } = yield* one(`/post/${code}/chain`, key)
        assert.strictEqual(root.code, "root")
        assert.deepStrictEqual(
          replies.map((reply: Readonly<Record<string, unknown>>) => [reply["code"], reply["depth"]]),
          [
            ["first", 1],
            ["below", 2],
            ["second", 1]
          ]
        )
      }
      assert.strictEqual(yield* statusOf("/post/unknown/chain", key), 404)
      const live = { caption: captions.other, post_timestamp: start }
      network.tell({ code: "root", ...live }, { code: "third", reply_to: "root", ...live })
      network.tell({ code: "elsewhere", ...live }, { code: "answer", reply_to: "elsewhere", ...live })
      const merged = yield* one("/post/below/chain", key)
      assert.deepStrictEqual(codesOf(merged.replies), ["first", "below", "second", "third"])
      const { root, replies } = yield* one("/post/elsewhere/chain", key)
      assert.deepStrictEqual(codesOf([root, ...replies]), ["elsewhere", "answer"])
    })
}

const language: Rows = {
  "`language`, case-insensitive, one of: `zh` (all Chinese, default; covers `zh-Hant`, `zh-Hans`, `yue`), `zh-Hant`, `zh-Hans`, `yue`, `en`, `ja`, `ko`.":
    ({ key }) =>
      Effect.gen(function* () {
        yield* store(
          ...Object.entries(captions).map(([code, caption]) => ({
            code,
            caption: `${caption} wombat`,
            reply_to: "root"
          }))
        )
        // Boards of before are shared until then.
        yield* TestClock.adjust("1 minute")
        for (const [language, expected] of languages) {
          for (const spelling of [language, language.toUpperCase(), language.toLowerCase()]) {
            for (const path of ["/post/search?keywords=wombat&", "/post/hot?", "/leaderboard/cool-replies?"]) {
              const found = yield* codes(`${path}language=${spelling}`, key)
              assert.deepStrictEqual(found.toSorted(), expected, `${path} ${spelling}`)
            }
          }
        }
        const byDefault = yield* codes("/post/search?keywords=wombat", key)
        assert.deepStrictEqual(byDefault.toSorted(), languages[0]?.[1])
        for (const language of ["fr", "zh-TW", "all", ""]) {
          assert.strictEqual(yield* statusOf(`/post/hot?language=${language}`, key), 400, language)
        }
      }),

  "Keyword matching: Chinese matches character by character; English matches by word, with singular, plural and other forms matched together.":
    ({ key }) =>
      Effect.gen(function* () {
        yield* store(
          { code: "zh", caption: "台積電股價又創新高了，這個月都在漲" },
          { code: "cats", caption: "the cats went home to their children" },
          { code: "category", caption: "this is another category of things" }
        )
        assert.deepStrictEqual(yield* codes("/post/search?keywords=積電股", key), ["zh"])
        assert.deepStrictEqual(yield* codes("/post/search?keywords=台股", key), [])
        for (const keyword of ["cat", "CATS", "go home", "child"]) {
          assert.deepStrictEqual(yield* codes(`/post/search?language=en&keywords=${keyword}`, key), ["cats"], keyword)
        }
      })
}

const people: Rows = {
  "GET /user/{username}/interactions": ({ key }) =>
    Effect.gen(function* () {
      const reply = (code: string, username: string, reply_to: string, age: number) => ({
        code,
        username,
        reply_to,
        post_timestamp: start - age
      })
      yield* store(
        { code: "mine", username: "me" },
        { code: "hers", username: "her" },
        { code: "his", username: "him" }
      )
      yield* store(
        reply("1", "her", "mine", 10),
        reply("2", "me", "hers", 20),
        reply("3", "him", "mine", 30),
        reply("4", "him", "mine", 40),
        reply("5", "him", "mine", 50),
        reply("6", "me", "they", 60),
        reply("7", "me", "hers", 70)
      )
      const rows = Effect.fnUntraced(function* (query: string) {
        return (yield* list(`/user/me/interactions?${query}`, key)).map(({ username }) => username)
      })
      assert.deepStrictEqual((yield* list("/user/me/interactions", key))[0], {
        username: "her",
        sent: 2,
        received: 1,
        total: 3,
        mutual: 1,
        last_interaction_at: start - 10
      })
      assert.deepStrictEqual(yield* rows("sort=mutual&days=7"), ["her", "him"])
      assert.deepStrictEqual(yield* rows("sort=total&days=90"), ["her", "him"])
      assert.deepStrictEqual(yield* rows("sort=sent"), ["her", "him"])
      assert.deepStrictEqual(yield* rows("sort=received"), ["him", "her"])
      assert.deepStrictEqual(yield* rows("limit=1"), ["her"])
    }),

  "/user": ({ key }) =>
    Effect.gen(function* () {
      yield* (yield* Ingestion).write(
        ["ann", "bob"].map((username) => ({ type: "user", username, full_name: username, follower_count: 3 })),
        origin
      )
      const rows = yield* list("/user?usernames=bob,nobody,ann", key)
      assert.deepStrictEqual(
        rows.map(({ username }) => username),
        ["bob", "nobody", "ann"]
      )
      assert.deepInclude(rows[0], { follower_count: 3, full_name: "bob" })
      assert.lengthOf(yield* list("/user?usernames=ann", key), 1)
      network.users.set("zoe", { type: "user", username: "zoe", full_name: "Zoë", follower_count: 12 })
      const [live] = yield* list("/user?usernames=zoe", key)
      assert.deepInclude(live, { username: "zoe", full_name: "Zoë", follower_count: 12 })
    }),

  "/user/{username}/top-threads": ({ key }) =>
    Effect.gen(function* () {
      yield* store(
        { code: "a", like_count: 1, reply_count: 9 },
        { code: "b", like_count: 5 },
        { code: "reply", like_count: 50, reply_to: "a" },
        { code: "others", like_count: 50, username: "bob" }
      )
      assert.deepStrictEqual(yield* codes("/user/ann/top-threads", key), ["b", "a"])
      assert.deepStrictEqual(yield* codes("/user/ann/top-threads?sort=reply&limit=1", key), ["a"])
    })
}

const boards = [
  "/leaderboard/cool-replies",
  "/leaderboard/post-like-growth",
  "/leaderboard/follower-growth",
  "/stats/like-ladder",
  "/stats/follower-ladder",
  "/stats/power-hours"
]

/** Rank, name and value of each row. */
const placesOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>, name: string) =>
  rows.map((row) => [row["rank"], row[name], row["value"]])

const rankings: Rows = {
  "/leaderboard/cool-replies": ({ key }) =>
    Effect.gen(function* () {
      yield* store(
        { code: "root", like_count: 99 },
        { code: "good", reply_to: "root", like_count: 5 },
        { code: "better", reply_to: "root", like_count: 9 }
      )
      assert.deepStrictEqual(placesOf(yield* list("/leaderboard/cool-replies?language=en", key), "code"), [
        [1, "better", 9],
        [2, "good", 5]
      ])
    }),

  "/leaderboard/post-like-growth": ({ key }) =>
    Effect.gen(function* () {
      yield* store(
        { code: "small", like_count: 5 },
        { code: "viral", like_count: 9 },
        { code: "none", like_count: 0 },
        { code: "ja", caption: captions.ja, like_count: 99 }
      )
      assert.deepStrictEqual(placesOf(yield* list("/leaderboard/post-like-growth?language=en", key), "code"), [
        [1, "viral", 9],
        [2, "small", 5]
      ])
    }),

  "/leaderboard/follower-growth": ({ key }) =>
    Effect.gen(function* () {
      const spoken = languages.slice(1).map(([language]) => language)
      yield* store(
        ...Object.entries(captions).map(([language, caption]) => ({ code: language, username: language, caption }))
      )
      for (const [followers, age] of [
        [10, hour],
        [30, 0]
      ] as const) {
        const observed_at = start - age
        yield* (yield* Ingestion).write(
          [...spoken, "still"].map((username) => ({
            type: "user",
            username,
            follower_count: username === "still" ? 5 : followers,
            observed_at
          })),
          origin
        )
      }
      const board = (language: string) => list(`/leaderboard/follower-growth?hours=1&language=${language}`, key)
      for (const language of spoken) {
        assert.deepStrictEqual(placesOf(yield* board(language), "username"), [[1, language, 20]])
      }
      const chinese = yield* board("zh")
      assert.sameMembers(
        chinese.map(({ username }) => username),
        ["zh-Hant", "zh-Hans", "yue"]
      )
    }),

  "/stats/follower-ladder": ({ key }) =>
    Effect.gen(function* () {
      yield* storeMany(3, { username: "ann" })
      yield* store({ code: "ja", username: "bob", caption: captions.ja })
      yield* (yield* Ingestion).write(
        [
          { type: "user", username: "ann", follower_count: 10 },
          { type: "user", username: "bob", follower_count: 20 }
        ],
        origin
      )
      for (const [language, followers] of [
        ["en", 10],
        ["ja", 20]
      ] as const) {
        const { population, rungs } = yield* one(`/stats/follower-ladder?language=${language}`, key)
        assert.deepStrictEqual([population, rungs[0].at_least], [1, followers])
      }
    }),

  "/stats/like-ladder": ({ key }) =>
    Effect.gen(function* () {
      yield* storeMany(4, { like_count: 7 })
      yield* store({ code: "ja", caption: captions.ja, like_count: 100 })
      const { population, rungs } = yield* one("/stats/like-ladder?language=en", key)
      assert.strictEqual(population, 4)
      assert.deepStrictEqual(
        rungs.map(({ at_least }: { readonly at_least: number }) => at_least),
        [7, 7, 7, 7, 7, 7]
      )
    }),

  "/stats/power-hours": ({ key }) =>
    Effect.gen(function* () {
      yield* storeMany(4, { like_count: 7 })
      yield* store({ code: "ja", caption: captions.ja, like_count: 100 })
      const { post_count, median_likes, cells } = yield* one("/stats/power-hours?language=en", key)
      assert.deepStrictEqual([post_count, median_likes, cells.length], [4, 7, 168])
    }),

  "Each language is computed separately.": ({ key }) =>
    Effect.gen(function* () {
      yield* store({ code: "root", caption: captions.other })
      for (const [username, caption] of Object.entries({ en: captions.en, ja: captions.ja })) {
        yield* storeMany(3, { username, caption, like_count: 5, reply_to: "root" }, username)
        for (const [follower_count, age] of [
          [10, hour],
          [30, 0]
        ] as const) {
          yield* (yield* Ingestion).write(
            [{ type: "user", username, follower_count, observed_at: start - age }],
            origin
          )
        }
      }
      for (const path of boards) {
        const apart: Array<unknown> = []
        for (const language of ["en", "ja", "ko"])
          apart.push((yield* get(`${path}?language=${language}`, key)).json["data"])
        const [en, ja, ko] = apart.map((data) => JSON.stringify(data))
        // Figures name no language: theirs differ from those of a language in which nobody writes.
        assert.notStrictEqual(en, ko, path)
        assert.notStrictEqual(ja, ko, path)
        if (path.startsWith("/leaderboard")) {
          assert.notInclude(en, `"username":"ja"`, path)
          assert.notInclude(ja, `"username":"en"`, path)
        }
      }
    }),

  "There is no all-languages option: one language per call.": ({ key }) =>
    Effect.gen(function* () {
      for (const path of boards) {
        for (const language of ["all", "*", "en,ja"]) {
          assert.strictEqual(yield* statusOf(`${path}?language=${language}`, key), 400, `${path} ${language}`)
        }
      }
    })
}

const webhooks: Rows = {
  "GET /webhook/endpoints": ({ key }) =>
    Effect.gen(function* () {
      const { id, secret } = yield* newEndpoint(key)
      const rule = yield* manage("POST", `/webhook/endpoints/${id}/rules`, key, { keyword: "a", like_count: 10 })
      const [listed] = yield* list("/webhook/endpoints", key)
      assert.deepInclude(listed, { id, secret, url: "https://127.0.0.1:9/hooks", rules: [rule] })
    }),

  "POST /webhook/endpoints": ({ key }) =>
    Effect.gen(function* () {
      const { id, secret, rules } = yield* newEndpoint(key)
      assert.match(id, /^ep_/)
      assert.match(secret, /^whsec_/)
      assert.deepStrictEqual(rules, [])
    }),

  "DELETE /webhook/endpoints/{endpoint_id}": ({ key }) =>
    Effect.gen(function* () {
      const { id } = yield* newEndpoint(key)
      const rule = yield* manage("POST", `/webhook/endpoints/${id}/rules`, key, { keyword: "a", likeCount: 10 })
      yield* manage("DELETE", `/webhook/endpoints/${id}`, key)
      assert.deepStrictEqual(yield* list("/webhook/endpoints", key), [])
      assert.strictEqual((yield* call(`/webhook/rules/${rule.id}`, { method: "DELETE", key })).status, 404)
    }),

  "POST /webhook/endpoints/{endpoint_id}/rules": ({ key }) =>
    Effect.gen(function* () {
      const { id } = yield* newEndpoint(key)
      const fields = { keyword: "咖啡", likeCount: 10, replyCount: 5, viewCount: 20_000, language: "zh-Hant" }
      const rule = yield* manage("POST", `/webhook/endpoints/${id}/rules`, key, { ...fields, language: "ZH-hant" })
      assert.match(rule.id, /^rule_/)
      assert.deepInclude(rule, { type: "keyword", ...fields })
      const trending = yield* manage("POST", `/webhook/endpoints/${id}/rules`, key, {
        likeCount: 500,
        lookback_hours: 72
      })
      assert.deepInclude(trending, { type: "trending", likeCount: 500, lookbackHours: 72, language: "zh" })
    }),

  "DELETE /webhook/rules/{rule_id}": ({ key }) =>
    Effect.gen(function* () {
      const { id } = yield* newEndpoint(key)
      const rule = yield* manage("POST", `/webhook/endpoints/${id}/rules`, key, { keyword: "a", likeCount: 10 })
      yield* manage("DELETE", `/webhook/rules/${rule.id}`, key)
      assert.deepStrictEqual((yield* list("/webhook/endpoints", key))[0]?.["rules"], [])
    }),

  "POST /webhook/endpoints/{endpoint_id}/test": ({ key }) =>
    Effect.gen(function* () {
      yield* forgetPostsAndWebhooks
      const { id } = yield* newEndpoint(key)
      const tested = yield* call(`/webhook/endpoints/${id}/test`, { method: "POST", key })
      assert.strictEqual(tested.status, 200, tested.text)
      assert.strictEqual(tested.json["credits_consumed"], 0)
      // Nobody listens on this port.
      assert.deepInclude(Object(tested.json["data"]), { delivered: false, statusCode: null })
    }),

  "All calls need the API key and an API Standard or higher plan.": ({ key }) =>
    Effect.gen(function* () {
      const lite = yield* customer({ plan: "lite" })
      const calls: ReadonlyArray<readonly [string, string, object?]> = [
        ["GET", "/webhook/endpoints"],
        ["POST", "/webhook/endpoints", { url: "https://example.com/" }],
        ["GET", "/webhook/endpoints/ep_1"],
        ["DELETE", "/webhook/endpoints/ep_1"],
        ["POST", "/webhook/endpoints/ep_1/rules", { keyword: "a", likeCount: 10 }],
        ["DELETE", "/webhook/rules/rule_1"],
        ["POST", "/webhook/endpoints/ep_1/test"],
        ["POST", "/webhook/endpoints/ep_1/rotate-secret"]
      ]
      for (const [method, path, json] of calls) {
        const options = { method, ...(json === undefined ? {} : { json }) }
        assert.strictEqual((yield* call(path, options)).status, 401, path)
        assert.strictEqual((yield* call(path, { ...options, key: lite.key })).status, 403, path)
      }
      assert.strictEqual(yield* statusOf("/webhook/endpoints", key), 200)
    }),

  "None costs credits.": ({ id, key }) =>
    Effect.gen(function* () {
      yield* forgetPostsAndWebhooks
      const endpoint = yield* newEndpoint(key)
      const rule = yield* manage("POST", `/webhook/endpoints/${endpoint.id}/rules`, key, {
        keyword: "a",
        likeCount: 10
      })
      yield* manage("POST", `/webhook/endpoints/${endpoint.id}/test`, key)
      yield* manage("POST", `/webhook/endpoints/${endpoint.id}/rotate-secret`, key)
      yield* manage("GET", "/webhook/endpoints", key)
      yield* manage("DELETE", `/webhook/rules/${rule.id}`, key)
      yield* manage("DELETE", `/webhook/endpoints/${endpoint.id}`, key)
      assert.strictEqual(yield* (yield* Ledger).available(id), 100_000)
    })
}

const errors: Rows = {
  "Estimated cost exceeds the balance": () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "lite", credits: 69 })
      const refused = yield* call("/post/hot", { key })
      assert.strictEqual(refused.status, 402)
      assert.strictEqual(refused.json["title"], "Insufficient credits")
      assert.strictEqual(refused.json["estimated_cost"], 70)
      assert.strictEqual(yield* (yield* Ledger).available(id), 69)
    }),

  "Parameter error, including conflicting time filters": ({ key }) =>
    Effect.gen(function* () {
      for (const filter of ["limit=many", "wombat=1", "min_age_hours=2&max_age_hours=1"]) {
        const refused = yield* call(`/post/search?keywords=wombat&${filter}`, { key })
        assert.strictEqual(refused.status, 400, filter)
        assert.isString(refused.json["detail"])
      }
    }),

  "`lookbackHours` sent on a keyword rule": ({ key }) =>
    Effect.gen(function* () {
      const json = { keyword: "a", likeCount: 10, lookbackHours: 24 }
      const refused = yield* call(yield* newRules(key), { method: "POST", key, json })
      assert.strictEqual(refused.status, 400)
      assert.include(refused.json["detail"], "lookbackHours")
    }),

  "Backend temporarily unavailable": () =>
    Effect.gen(function* () {
      // The source rests after this; earlier, so that it no longer does at the time of the other rows.
      yield* TestClock.setTime((start - hour) * 1_000)
      network.before = Effect.fail(new SourceRateLimited({ retryAfterMillis: null }))
      const { key } = yield* customer({ plan: "lite" })
      const unavailable = yield* call("/post/elsewhere/chain", { key })
      assert.strictEqual(unavailable.status, 503, unavailable.text)
      assert.strictEqual(unavailable.json["credits_consumed"] ?? 0, 0)
      assert.isNotNull(unavailable.headers.get("retry-after"))
    })
}

testSections({
  "Account and usage": { tests: account },
  "Post queries": { tests: posts },
  "Account queries": { tests: people },
  "Leaderboards and statistics": { tests: rankings },
  "Language parameter": { tests: language },
  "Webhook management": { tests: webhooks },
  MCP: {
    tests: {},
    elsewhere: {
      "Server at `{base_url}/mcp`.": "transport/mcp/Tools.database.test.ts",
      "A tool call that takes longer than 60 seconds returns an explanatory message.":
        "transport/mcp/Errors.database.test.ts"
    }
  },
  Errors: { tests: errors }
})
