/** The row with the greatest value, the first of equals; undefined when all are 0 or unknown. */
export const highest = <Row extends { readonly value: number | null }>(
  rows: ReadonlyArray<Row>
): (Row & { readonly value: number }) | undefined => {
  let found: (Row & { readonly value: number }) | undefined
  for (const row of rows) {
    const { value } = row
    if (value !== null && value > (found?.value ?? 0)) found = { ...row, value }
  }
  return found
}
