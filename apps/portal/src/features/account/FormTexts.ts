/** A text field of a form. Passwords keep their spaces. */
export const fieldOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === "string" ? value : ""
}
