/** How many cases an expensive property tries: few by default, HEDDLE_TEST_RUNS times as many for a long look. */
const factor = Number(process.env["HEDDLE_TEST_RUNS"] ?? 1)

export const runs = (byDefault: number): number => Math.max(1, Math.round(byDefault * factor))
