import { encode, identifyLanguage, termsOf } from "@heddle/text"
import { makePosts } from "../posts/Posts.ts"
import { batches } from "../posts/Writing.ts"
import { firstSight } from "../../../apps/server/src/posts/PostState.ts"
const until = Date.now()
const posts = makePosts({ seed: 1, count: 20000, period: { fromMillis: until - 30 * 86400000, untilMillis: until } })
const changes: any[] = batches(0, 20000, (i) => posts.post(i)).flatMap((m) => m())
for (const c of changes) c.caption = JSON.parse(JSON.stringify(c.caption))
const cpu = (name: string, f: (c: any) => unknown) => { let best = 1e9; for (let r = 0; r < 5; r++) { const t = process.cpuUsage(); for (const c of changes) f(c); const d = process.cpuUsage(t); best = Math.min(best, (d.user + d.system) / changes.length) } console.log(name, best.toFixed(2), "µs") }
const toks = new Map(changes.map((c) => [c, encode(c.caption)]))
const terms = new Map(changes.map((c) => [c, termsOf(toks.get(c)!)]))
let n = 0; for (const t of terms.values()) n += t.length; console.log("terms/post", n / changes.length, "chars", changes.reduce((a, c) => a + c.caption.length, 0) / changes.length)
cpu("encode", (c) => encode(c.caption))
cpu("termsOf", (c) => termsOf(toks.get(c)!))
cpu("join", (c) => `{${terms.get(c)!.join(",")}}`)
cpu("identify", (c) => identifyLanguage(c.caption, c.language ?? undefined))
const receivedAt = new Date()
cpu("firstSight", (c) => firstSight({ change: c, receivedAt, source: "x", urlTemplate: "https://a.b/@{username}/post/{code}" }))

import { earlierOf } from "../../../apps/server/src/Now.ts"
import { metricStep } from "../../../apps/server/src/posts/MetricSteps.ts"
cpu("fill", (c) => "https://a.b/@{username}/post/{code}".replaceAll("{username}", encodeURIComponent(c.username)).replaceAll("{code}", encodeURIComponent(c.code)))
cpu("iso", (c) => earlierOf(c.post_timestamp, receivedAt).toISOString())
const big = changes.map((c)=>firstSight({ change: c, receivedAt, source: "x", urlTemplate: "https://a.b/@{username}/post/{code}" }))
console.log(JSON.stringify(big[7]))
let bi=0
cpu("spread", (c) => ({...big[0], metric_step: 3, x: bi++}))
cpu("three", (c) => {const t=encode(c.caption); const y=termsOf(t).join(","); return identifyLanguage(c.caption, c.language ?? undefined)+y+t })
cpu("step", (c) => metricStep(Date.parse(new Date(c.post_timestamp*1000).toISOString()) - 4e11))
