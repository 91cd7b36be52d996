import { join } from "node:path"
import { expect, it } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { sharedData } from "../../../../test/support/SharedData.ts"
import { accuracy, answer, chineseAccuracy, precision } from "../support/Confusion.ts"
import { readLabelled } from "../support/Labelled.ts"

// Texts of others: an extra to our own sentences in Sentences.test.ts.
describeWith(sharedData, "on the corpora", (folder) => {
  const files = readLabelled(join(folder, "language"))
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
