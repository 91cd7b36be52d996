/** Describes schema issues in terms of JSON and query strings rather than of our types. */
import { type Schema, SchemaAST, SchemaIssue } from "effect"

export interface InputFault {
  /** Names of fields and positions in lists; empty for the input as a whole. */
  readonly path: ReadonlyArray<string>
  readonly message: string
  /** No schema of the call has this field. */
  readonly isUnknownField: boolean
}

const faultsAt = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<string>,
  message: string | undefined
): ReadonlyArray<InputFault> => {
  switch (issue._tag) {
    case "Filter":
      return faultsAt(issue.issue, path, message ?? SchemaIssue.defaultCheckHook(issue) ?? expectedOf(issue.filter))
    case "Encoding":
      return faultsAt(issue.issue, path, message)
    case "Pointer":
      return faultsAt(issue.issue, [...path, ...issue.path.map(String)], message)
    case "Composite":
      return issue.issues.flatMap((inner) => faultsAt(inner, path, message))
    case "AnyOf":
      if (issue.issues.length > 0) return issue.issues.flatMap((inner) => faultsAt(inner, path, message))
      return [
        { path, message: message ?? ownMessageOf(issue.ast) ?? `must be ${inWords(issue.ast)}`, isUnknownField: false }
      ]
    case "InvalidType":
      return [{ path, message: message ?? `must be ${inWords(issue.ast)}`, isUnknownField: false }]
    case "MissingKey":
      return [{ path, message: message ?? "is required", isUnknownField: false }]
    case "UnexpectedKey":
      return [{ path, message: message ?? "is unknown", isUnknownField: true }]
    default:
      return [{ path, message: message ?? SchemaIssue.defaultLeafHook(issue), isUnknownField: false }]
  }
}

/** Of a choice whose members say too little. */
const ownMessageOf = ({ annotations }: SchemaAST.AST): string | undefined =>
  typeof annotations?.["message"] === "string" ? annotations["message"] : undefined

export const inputFaults = (issue: SchemaIssue.Issue): ReadonlyArray<InputFault> => faultsAt(issue, [], undefined)

/** The faults in one line. */
export const faultText = ({ issue }: Schema.SchemaError): string =>
  inputFaults(issue)
    .map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join("; ")

/** Effect's own checks say what they expect; ours have a complete message. */
const expectedOf = ({ annotations }: { readonly annotations?: Schema.Annotations.Filter | undefined }) => {
  const expected = annotations?.expected
  // Callers know that a number in a query string is text.
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
