/** The client: one method for each operation, and what one does with several calls. */
import { Calls } from "./Calls.ts"
import {
  type Estimate,
  type EstimateAnswer,
  operations,
  type PagedOperations,
  type PricedOperations
} from "./generated.ts"
import type { CallOptions } from "./Options.ts"

type Paged = keyof PagedOperations
type Parameters<Name extends Paged> = PagedOperations[Name][0]
type Page<Name extends Paged> = PagedOperations[Name][1]
type Row<Name extends Paged> = Page<Name>["data"][number]

/** Each page is a call of its own, with a key of its own. */
export type PagesOptions = Pick<CallOptions, "signal">

/** The parameters of the page after this one; null after the last. */
const nextOf = (page: Page<Paged>): object | null => {
  if ("next_cursor" in page) return page.next_cursor === null ? null : { cursor: page.next_cursor }
  return page.page * page.page_size < page.total ? { page: page.page + 1, anchor: page.anchor } : null
}

export class Heddle extends Calls {
  /** All pages of an answer, from the first or the given one. Each page is one call, made when you ask for it. */
  async *pages<Name extends Paged>(
    operation: Name,
    parameters: Parameters<Name>,
    { signal }: PagesOptions = {}
  ): AsyncGenerator<Page<Name>> {
    for (let next: object | null = {}; next !== null;) {
      const page: Page<Name> = await this.call(operations[operation], { ...parameters, ...next }, { signal })
      yield page
      next = nextOf(page)
    }
  }

  /** The rows of all pages. A row costs what it costs in its page, and a page is paid for as a whole. */
  async *rows<Name extends Paged>(
    operation: Name,
    parameters: Parameters<Name>,
    options?: PagesOptions
  ): AsyncGenerator<Row<Name>> {
    for await (const { data } of this.pages(operation, parameters, options)) yield* data
  }

  /** What a call would cost at most. Free, and nothing runs. */
  async estimate<Name extends keyof PricedOperations>(
    operation: Name,
    parameters: PricedOperations[Name],
    options?: PagesOptions
  ): Promise<Estimate> {
    const { data } = await this.call<EstimateAnswer>(operations.estimate, { operation, parameters }, options)
    return data
  }
}
