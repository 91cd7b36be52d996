/** The parts of `tiny-tfidf` that the benchmark uses; the package has no types. */
declare module "tiny-tfidf" {
  export class Corpus {
    constructor(
      names: ReadonlyArray<string>,
      texts: ReadonlyArray<string>,
      options?: { readonly useDefaultStopwords?: boolean }
    )
    getResultsForQuery(query: string): ReadonlyArray<readonly [name: string, score: number]>
  }
}
