/** Fields of webhook management that are accepted in camel case and in snake case. */
import { Effect, SchemaIssue } from "effect"

/** The issue of a field that is given in both spellings. */
export const givenTwice = (snake: string, camel: string) =>
  new SchemaIssue.Pointer(
    [snake],
    new SchemaIssue.InvalidValue({ message: `also given as ${camel}; use only one of the two spellings` })
  )

/** The value of a field in whichever spelling it was given. */
export const eitherSpelling = <A>(
  { camel, snake }: { readonly camel: string; readonly snake: string },
  inCamel: A | undefined,
  inSnake: A | undefined
) =>
  inCamel !== undefined && inSnake !== undefined
    ? Effect.fail(givenTwice(snake, camel))
    : Effect.succeed(inCamel === undefined ? inSnake : inCamel)
