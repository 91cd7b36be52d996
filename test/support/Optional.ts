/** Requirements of some tests that `npm ci` may not install. */
import { type OptionalThing, requirement } from "./TestSettings.ts"

interface Definition<A> {
  readonly thing: OptionalThing
  /** Its name in a sentence, such as "Redis". */
  readonly name: string
  /** How to install it. */
  readonly remedy: string
  readonly find: () => A | undefined
  /** Why tests are skipped without it, where "needs …" would be wrong. */
  readonly reason?: string
}

/**
 * The value is private, so that a test can use it only through `describeWith`, which skips or fails the test when the
 * value is missing.
 */
export class Optional<A> {
  readonly #definition: Definition<A>
  #found: { readonly value: A | undefined } | undefined

  constructor(definition: Definition<A>) {
    this.#definition = definition
  }

  /** Something that `npm ci` always installs, for lists that contain optional things too. */
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

  /** Whether a test that needs it fails when it is missing. */
  get isRequired(): boolean {
    return requirement(this.#definition.thing).isRequired
  }

  get reason(): string {
    const { thing, name, remedy, reason } = this.#definition
    return reason ?? `needs ${name}: ${remedy}; ${requirement(thing).variable}=true makes this a failure`
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
