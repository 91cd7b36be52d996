import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { accuracy, answer, chineseAccuracy, precision } from "../support/Confusion.ts"
import { readLabelled } from "../support/Labelled.ts"

// Corpora of others, which are not part of the project: beside the checkout where they are present.
const folder = join(import.meta.dirname, "../../../../../shared/data/language")

describe.skipIf(!existsSync(folder))("on the corpora", () => {
  const files = existsSync(folder) ? readLabelled(folder) : new Map()
  const of = (...names: ReadonlyArray<string>) => answer(names.flatMap((name) => files.get(name) ?? []))

  it.each(["yue.txt", "zh-Hant.hk.txt", "zh-Hant.gsd.txt"])("tells Chinese: %s", (file) => {
    expect(chineseAccuracy(of(file))).toBeGreaterThan(0.98)
  })

  it("tells Korean", () => {
    expect(accuracy(of("ko.txt"), "ko")).toBeGreaterThan(0.98)
  })

  it("tells Cantonese from Mandarin", () => {
    const all = of("yue.txt", "zh-Hant.hk.txt", "zh-Hant.gsd.txt")
    expect(accuracy(all, "yue")).toBeGreaterThan(0.8)
    expect(precision(all, "yue")).toBeGreaterThan(0.99)
  })

  it("tells traditional writing", () => {
    expect(accuracy(of("zh-Hant.gsd.txt"), "zh-Hant")).toBeGreaterThan(0.98)
  })
})
