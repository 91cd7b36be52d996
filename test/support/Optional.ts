/** What some tests need and `npm ci` may not bring. */
import { type OptionalThing, requirement } from "./TestSettings.ts"

interface Definition<A> {
  readonly thing: OptionalThing
  /** As a sentence names it: "Redis". */
  readonly name: string
  /** How to get it. */
  readonly remedy: string
  readonly find: () => A | undefined
}

/**
 * The value is private, so that a test cannot use it without `describeWith`, which skips the test or lets it fail where
 * the value is missing.
 */
export class Optional<A> {
  readonly #definition: Definition<A>
  #found: { readonly value: A | undefined } | undefined

  constructor(definition: Definition<A>) {
    this.#definition = definition
  }

  /** What `npm ci` always brings, among others that it may not bring. */
  static of<A>(value: A): Optional<A> {
    return new Optional({ thing: "RUNTIMES", name: "nothing", remedy: "", find: () => value })
  }

  get #value(): A | undefined {
    this.#found ??= { value: this.#definition.find() }
    return this.#found.value
  }

  get isThere(): boolean {
    return this.#value !== undefined
  }

  /** Whether a test that needs it fails where it is missing. */
  get isRequired(): boolean {
    return requirement(this.#definition.thing).isRequired
  }

  get reason(): string {
    const { thing, name, remedy } = this.#definition
    return `needs ${name}: ${remedy}; ${requirement(thing).variable}=true makes this a failure`
  }

  open(): A {
    const value = this.#value
    if (value === undefined) throw new Error(this.reason)
    return value
  }

  map<B>(change: (value: A) => B): Optional<B> {
    return new Optional({ ...this.#definition, find: () => (this.isThere ? change(this.open()) : undefined) })
  }
}
