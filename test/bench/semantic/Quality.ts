/** How good a ranking is: recall and nDCG of its first ten, with relevant posts all alike. */

export const depth = 10

export interface Quality {
  readonly recall: number
  readonly ndcg: number
}

const discount = (rank: number): number => 1 / Math.log2(rank + 2)

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/** Of one topic. `ranked` are numbers of posts, best first. */
export const qualityOf = (ranked: ReadonlyArray<number>, relevant: ReadonlySet<number>): Quality => {
  const first = ranked.slice(0, depth)
  const most = Math.min(depth, relevant.size)
  const gains = first.map((post, rank) => (relevant.has(post) ? discount(rank) : 0))
  const ideal = sum(Array.from({ length: most }, (_, rank) => discount(rank)))
  return { recall: first.filter((post) => relevant.has(post)).length / most, ndcg: sum(gains) / ideal }
}

export const meanQuality = (topics: ReadonlyArray<Quality>): Quality => ({
  recall: sum(topics.map(({ recall }) => recall)) / topics.length,
  ndcg: sum(topics.map(({ ndcg }) => ndcg)) / topics.length
})
