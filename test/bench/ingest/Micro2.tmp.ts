import { encode, identifyLanguage, termsOf } from "@heddle/text"
import { makePosts } from "../posts/Posts.ts"
import { batches } from "../posts/Writing.ts"
import { firstSight } from "../../../apps/server/src/posts/PostState.ts"
const until = Date.now()
const posts = makePosts({ seed: 1, count: 20000, period: { fromMillis: until - 30 * 86400000, untilMillis: until } })
const changes: any[] = batches(0, 20000, (i) => posts.post(i)).flatMap((m) => m())
for (const c of changes) c.caption = JSON.parse(JSON.stringify(c.caption))

import inspector from "node:inspector/promises"
import fs from "node:fs"
const receivedAt = new Date()
const f=(c:any)=>identifyLanguage(c.caption, c.language ?? undefined)
for (const c of changes) f(c)
const s = new inspector.Session(); s.connect()
await s.post("Profiler.enable"); await s.post("Profiler.setSamplingInterval", { interval: 100 }); await s.post("Profiler.start")
for (let r=0;r<10;r++) for (const c of changes) f(c)
const r: any = await s.post("Profiler.stop"); fs.writeFileSync("/tmp/prof/p.json", JSON.stringify(r.profile))
