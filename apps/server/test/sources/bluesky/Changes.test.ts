/** What an event of Bluesky changes here, over either wire. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { frameOf, type MadeEvent, type WireName } from "../../../../../test/support/jetstream/Events.ts"
import { changesOf } from "../../../src/sources/bluesky/records/Changes.ts"
import { tidOf } from "../../../../../test/support/jetstream/Tids.ts"
import { readEvents } from "../../../src/sources/bluesky/wire/EventsWire.ts"
import { readLegacy } from "../../../src/sources/bluesky/wire/LegacyWire.ts"

const did = "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa"
const seconds = 1_790_000_000
const micros = seconds * 1_000_000 + 123_000
/** When the event arrives here. */
const receivedMillis = micros / 1_000 + 7
const rkey = tidOf(micros - 500_000)
const code = `${rkey}~${did}`
const read = { events: readEvents, legacy: readLegacy }

const commit = (collection: string, record: object | undefined, operation: "create" | "update" | "delete" = "create") =>
  ({
    seq: 1,
    did,
    micros,
    what: {
      kind: "commit",
      operation,
      collection,
      rkey,
      rev: tidOf(micros),
      ...(record === undefined ? {} : { record: { $type: collection, ...record } })
    }
  }) satisfies MadeEvent

const post = (fields: object, operation: "create" | "update" = "create") =>
  commit(
    "app.bsky.feed.post",
    { text: "hello", createdAt: new Date(seconds * 1_000).toISOString(), ...fields },
    operation
  )

const changes = (wire: WireName, event: MadeEvent) => {
  const message = read[wire](JSON.parse(frameOf(wire, event)), receivedMillis)
  if (Result.isFailure(message)) return assert.fail(message.failure)
  if (message.success.type !== "event") return assert.fail(message.success.type)
  return Result.getOrThrow(changesOf(message.success.event))
}

const firstPost = (wire: WireName, event: MadeEvent) => {
  const [change] = changes(wire, event)
  return change?.type === "post" ? change : assert.fail("the event makes a post")
}

const uri = (key: string, collection = "app.bsky.feed.post") => `at://did:plc:bob/${collection}/${key}`
const subject = (key: string) => ({ subject: { uri: uri(key), cid: "c" } })
const image = (cid: string) => ({
  alt: "",
  image: { $type: "blob", ref: { $link: cid }, mimeType: "image/png", size: 1 }
})

for (const wire of ["events", "legacy"] as const) {
  describe(`an event over the wire ${wire}`, () => {
    it("makes a post", () => {
      assert.deepStrictEqual(changes(wire, post({ langs: ["zh", "en"] })), [
        {
          type: "post",
          code,
          url: `https://bsky.app/profile/${did}/post/${rkey}`,
          caption: "hello",
          author_id: did,
          username: null,
          post_timestamp: seconds,
          is_reply: false,
          reply_to: null,
          media_url: [],
          language: "zh",
          observed_at: micros / 1_000_000
        }
      ])
    })

    it("cannot make a post newer than it was witnessed, whatever its author claims", () => {
      const at = (createdAt: unknown) => firstPost(wire, post({ createdAt })).post_timestamp
      assert.strictEqual(at("2099-01-01T00:00:00Z"), micros / 1_000_000)
      assert.strictEqual(at("yesterday"), micros / 1_000_000)
      assert.strictEqual(at(7), micros / 1_000_000)
      assert.strictEqual(at("2026-01-01T00:00:00Z"), Date.UTC(2026, 0, 1) / 1_000)
      assert.strictEqual(at("1801-01-01T00:00:00Z"), 0)
    })

    it("takes a time without a zone, in another form, or of no such day for none", () => {
      for (const createdAt of [
        "2026-01-01T00:00:00",
        "2026-01-01",
        "Thu, 01 Jan 2026 00:00:00 GMT",
        "2026-13-45T00:00:00Z"
      ]) {
        assert.strictEqual(firstPost(wire, post({ createdAt })).post_timestamp, micros / 1_000_000, createdAt)
      }
    })

    it("marks the parts that have facets", () => {
      const text = "😀 @ann.example 看"
      const facets = [
        {
          index: { byteStart: 5, byteEnd: 17 },
          features: [{ $type: "app.bsky.richtext.facet#mention", did: "did:plc:bob" }]
        }
      ]
      assert.deepStrictEqual(firstPost(wire, post({ text, facets })).marks, [{ start: 3, end: 15, kind: "mention" }])
    })

    it("is not lost by what is optional and null or malformed", () => {
      const plain = firstPost(wire, post({}))
      for (const odd of [null, 7, "x", [], [null], [7]]) {
        for (const field of ["langs", "embed", "facets", "labels", "tags", "createdAt", "reply"]) {
          const made = firstPost(wire, post({ [field]: odd }))
          const expected = { ...plain }
          if (field === "langs" && Array.isArray(odd)) assert.isNull(made.language)
          if (field === "createdAt") expected.post_timestamp = micros / 1_000_000
          if (field === "reply" && Array.isArray(odd)) expected.is_reply = true
          assert.deepStrictEqual(made, expected, `${field} ${JSON.stringify(odd)}`)
        }
      }
      const reply = firstPost(wire, post({ reply: { parent: { uri: 7 } } }))
      assert.deepInclude(reply, { is_reply: true, reply_to: null })
      for (const langs of [{}, { 0: "ja" }, ["x".repeat(65)], ["a\0"], [7, "ja"]]) {
        assert.isNull(firstPost(wire, post({ langs })).language)
      }
      const images = [image("bafyone"), null, {}]
      assert.lengthOf(firstPost(wire, post({ embed: { images, items: null } })).media_url ?? [], 1)
    })

    it("keeps a text with a damaged character, and a profile whose fields are null", () => {
      assert.strictEqual(firstPost(wire, post({ text: "a\0b\ud800" })).caption, "a\uFFFDb\uFFFD")
      const profile = { displayName: null, description: "a\0", avatar: null }
      assert.deepInclude(changes(wire, commit("app.bsky.actor.profile", profile))[0], {
        full_name: "",
        biography: "a\uFFFD",
        profile_picture: ""
      })
    })

    it("makes a reply and a quote that count for the posts they point to", () => {
      const parent = { uri: uri("3kmadeupkey2k"), cid: "c" }
      const made = changes(
        wire,
        post({
          reply: { root: parent, parent },
          embed: {
            $type: "app.bsky.embed.recordWithMedia",
            record: { $type: "app.bsky.embed.record", record: { uri: uri("3kmadeupkey2m"), cid: "c" } },
            media: { $type: "app.bsky.embed.images", images: [image("bafyone"), image("bafytwo")] }
          }
        })
      )
      const [one, ...rest] = made
      assert.isTrue(one?.type === "post" && one.is_reply === true)
      assert.deepStrictEqual(one?.type === "post" ? [one.reply_to, one.media_url] : [], [
        "3kmadeupkey2k~did:plc:bob",
        [
          `https://cdn.bsky.app/img/feed_fullsize/plain/${did}/bafyone`,
          `https://cdn.bsky.app/img/feed_fullsize/plain/${did}/bafytwo`
        ]
      ])
      assert.deepStrictEqual(
        rest.map((change) => (change.type === "interaction" ? [change.kind, change.subject] : [])),
        [
          ["reply", "3kmadeupkey2k~did:plc:bob"],
          ["quote", "3kmadeupkey2m~did:plc:bob"]
        ]
      )
    })

    it("takes back what an edit no longer points to", () => {
      const made = changes(wire, post({}, "update"))
      assert.deepStrictEqual(
        made.map((change) => (change.type === "interaction" ? [change.kind, change.subject] : [change.type])),
        [["post"], ["reply", null], ["quote", null]]
      )
    })

    it("has media of videos and galleries, and none of what is unknown", () => {
      const media = (embed: unknown) => firstPost(wire, post({ embed })).media_url
      const video = { $type: "app.bsky.embed.video", video: { ref: { $link: "bafyfilm" } } }
      assert.deepStrictEqual(media(video), [
        `https://video.bsky.app/watch/${encodeURIComponent(did)}/bafyfilm/playlist.m3u8`
      ])
      const gallery = { $type: "app.bsky.embed.gallery", items: [image("bafyone")] }
      assert.deepStrictEqual(media(gallery), [`https://cdn.bsky.app/img/feed_fullsize/plain/${did}/bafyone`])
      for (const embed of [
        null,
        1,
        "x",
        {},
        { $type: "app.bsky.embed.hologram" },
        { images: [{}, 7] },
        { images: 7 }
      ]) {
        assert.deepStrictEqual(media(embed), [])
      }
    })

    it("counts likes and reposts of posts, and of nothing else", () => {
      for (const [collection, kind] of [
        ["app.bsky.feed.like", "like"],
        ["app.bsky.feed.repost", "repost"]
      ] as const) {
        assert.deepStrictEqual(changes(wire, commit(collection, subject("3kmadeupkey2k"))), [
          {
            type: "interaction",
            kind,
            key: code,
            revision: tidOf(micros),
            subject: "3kmadeupkey2k~did:plc:bob",
            awaited: false,
            observed_at: micros / 1_000_000
          }
        ])
        assert.deepStrictEqual(
          changes(wire, commit(collection, { subject: { uri: uri("news", "app.bsky.feed.generator"), cid: "c" } })),
          []
        )
      }
    })

    it("waits for posts that are about as old as itself", () => {
      const awaited = (key: string) =>
        changes(wire, commit("app.bsky.feed.like", subject(key))).map((change) =>
          change.type === "interaction" ? change.awaited : null
        )
      assert.deepStrictEqual(awaited(tidOf(micros - 1_000_000)), [true])
      assert.deepStrictEqual(awaited(tidOf(micros + 1_000_000)), [true])
      assert.deepStrictEqual(awaited(tidOf(micros - 4_000_000_000)), [false])
      assert.deepStrictEqual(awaited("hand-made"), [false])
    })

    it("deletes without saying what was deleted", () => {
      const deleted = (collection: string) =>
        changes(wire, commit(collection, undefined, "delete")).map((change) =>
          change.type === "interaction" ? [change.kind, change.subject] : change
        )
      assert.deepStrictEqual(deleted("app.bsky.feed.like"), [["like", null]])
      assert.deepStrictEqual(deleted("app.bsky.feed.repost"), [["repost", null]])
      assert.deepStrictEqual(deleted("app.bsky.feed.post"), [
        { type: "delete", code },
        ["reply", null],
        ["quote", null]
      ])
      assert.deepStrictEqual(deleted("app.bsky.graph.follow"), [])
    })

    it("removes an account that is gone for good, and only that", () => {
      const account = (active: boolean, status?: string) =>
        changes(wire, {
          seq: 1,
          did,
          micros,
          what: { kind: "account", active, ...(status === undefined ? {} : { status }) }
        })
      const gone = [{ type: "author_gone" as const, author_id: did, observed_at: micros / 1_000_000 }]
      assert.deepStrictEqual(account(false, "deleted"), gone)
      assert.deepStrictEqual(account(false, "takendown"), gone)
      assert.deepStrictEqual(account(false, "deactivated"), [])
      assert.deepStrictEqual(account(true), [])
    })

    it("cannot be used when its record is out of bounds", () => {
      for (const record of [{ text: 7 }, { text: "x".repeat(20_001) }, {}]) {
        const message = read[wire](JSON.parse(frameOf(wire, commit("app.bsky.feed.post", record))), receivedMillis)
        const made = Result.flatMap(message, (one) =>
          one.type === "event" ? changesOf(one.event) : Result.fail("no event")
        )
        assert.isTrue(Result.isFailure(made), JSON.stringify(record))
      }
    })
  })
}
