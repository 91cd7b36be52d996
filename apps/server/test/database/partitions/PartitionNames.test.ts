/** Days and the names of their tables. */
import { describe, expect, it } from "vitest"
import { byDay, dayStartLiteral, partitionDay, partitionOf } from "../../../src/database/partitions/PartitionNames.ts"
import { dayMillis, dayOf } from "../../../src/runtime/Time.ts"
import { firstRetainedDay } from "../../../src/store/posts/PostPartitions.ts"

/** What a source can tell: up to the year 9999. */
const lastDay = Math.floor(253_402_300_799_000 / dayMillis)

describe("The table of a day", () => {
  it("has the day in its name, in UTC", () => {
    const leapDay = dayOf(new Date("2028-02-29T23:59:59.999Z"))
    expect(partitionOf("posts", byDay, leapDay)).toBe("posts_20280229")
    expect(partitionOf("post_metrics", byDay, leapDay)).toBe("post_metrics_20280229")
    expect(dayStartLiteral(leapDay)).toBe("'2028-02-29 00:00:00+00'")
    expect(partitionOf("posts", byDay, 0)).toBe("posts_19700101")
    expect(partitionOf("posts", byDay, lastDay)).toBe("posts_99991231")
  })

  it("is unique to the day, and leads back to it", () => {
    for (let day = 0; day <= lastDay; day += day < 60_000 ? 1 : 997) {
      expect(partitionDay(partitionOf("posts", byDay, day))).toBe(day)
      expect(partitionDay(partitionOf("post_metrics", byDay, day))).toBe(day)
    }
  })

  it("is kept for 92 whole days", () => {
    expect(firstRetainedDay(new Date("2026-05-01T00:00:00.000Z"))).toBe(dayOf(new Date("2026-01-29T00:00:00Z")))
    expect(firstRetainedDay(new Date("2026-05-01T23:59:59.999Z"))).toBe(dayOf(new Date("2026-01-29T00:00:00Z")))
  })
})
