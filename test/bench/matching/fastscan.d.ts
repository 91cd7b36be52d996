/** The parts of `fastscan` that the benchmark uses; the package has no types. */
declare module "fastscan" {
  export default class FastScanner {
    constructor(words: ReadonlyArray<string>)
    search(content: string): ReadonlyArray<readonly [offset: number, word: string]>
  }
}
