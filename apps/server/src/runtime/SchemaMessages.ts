/** Says what is wrong with an input in the words of somebody who writes JSON or a query string, not of our types. */
import { type Schema, SchemaAST, SchemaIssue } from "effect"

export interface InputFault {
  /** Names of fields and positions in lists; empty for the input as a whole. */
  readonly path: ReadonlyArray<string>
  readonly message: string
  /** The field exists in no schema of the call. */
  readonly isUnknownField: boolean
}

const faultsAt = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<string>,
  told: string | undefined
): ReadonlyArray<InputFault> => {
  switch (issue._tag) {
    case "Filter":
      return faultsAt(issue.issue, path, told ?? SchemaIssue.defaultCheckHook(issue) ?? expectedOf(issue.filter))
    case "Encoding":
      return faultsAt(issue.issue, path, told)
    case "Pointer":
      return faultsAt(issue.issue, [...path, ...issue.path.map(String)], told)
    case "Composite":
      return issue.issues.flatMap((inner) => faultsAt(inner, path, told))
    case "AnyOf":
      if (issue.issues.length > 0) return issue.issues.flatMap((inner) => faultsAt(inner, path, told))
      return [{ path, message: told ?? `must be ${inWords(issue.ast)}`, isUnknownField: false }]
    case "InvalidType":
      return [{ path, message: told ?? `must be ${inWords(issue.ast)}`, isUnknownField: false }]
    case "MissingKey":
      return [{ path, message: told ?? "is required", isUnknownField: false }]
    case "UnexpectedKey":
      return [{ path, message: told ?? "is not known", isUnknownField: true }]
    default:
      return [{ path, message: told ?? SchemaIssue.defaultLeafHook(issue), isUnknownField: false }]
  }
}

export const inputFaults = (issue: SchemaIssue.Issue): ReadonlyArray<InputFault> => faultsAt(issue, [], undefined)

/** Checks of Effect's own say what they expect; ours carry a whole message. */
const expectedOf = ({ annotations }: { readonly annotations?: Schema.Annotations.Filter | undefined }) => {
  const expected = annotations?.expected
  // In a query string every number is text, which is no news to the caller.
  return expected === undefined ? undefined : `must be ${expected.replace(/^a string representing a (finite )?/, "a ")}`
}

const inWords = (ast: SchemaAST.AST): string => {
  if (SchemaAST.isString(ast)) return "a string"
  if (SchemaAST.isNumber(ast)) return "a number"
  if (SchemaAST.isBoolean(ast)) return "true or false"
  if (SchemaAST.isArrays(ast)) return "a list"
  if (SchemaAST.isObjects(ast)) return "an object"
  if (SchemaAST.isLiteral(ast)) return String(ast.literal)
  if (!SchemaAST.isUnion(ast)) return ast._tag.toLowerCase()
  const members = ast.types.map(inWords)
  return members.length > 2 ? `one of ${members.join(", ")}` : members.join(" or ")
}
