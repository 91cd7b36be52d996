/** How good a ranking is: recall and nDCG of its first ten. */

export const depth = 10

export interface Quality {
  readonly recall: number
  readonly ndcg: number
}

const discount = (rank: number): number => 1 / Math.log2(rank + 2)

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

const gainOf = (grade: number): number => 2 ** grade - 1

/** Of one topic. `ranked` are numbers of posts, best first; the relevant ones have grades. */
export const qualityOf = (ranked: ReadonlyArray<number>, relevant: ReadonlyMap<number, number>): Quality => {
  const first = ranked.slice(0, depth)
  const gains = (grades: ReadonlyArray<number>) => sum(grades.map((grade, rank) => gainOf(grade) * discount(rank)))
  const best = [...relevant.values()].toSorted((one, other) => other - one).slice(0, depth)
  return {
    recall: first.filter((post) => relevant.has(post)).length / best.length,
    ndcg: gains(first.map((post) => relevant.get(post) ?? 0)) / gains(best)
  }
}

export const meanQuality = (topics: ReadonlyArray<Quality>): Quality => ({
  recall: sum(topics.map(({ recall }) => recall)) / topics.length,
  ndcg: sum(topics.map(({ ndcg }) => ndcg)) / topics.length
})
