/** A sentence of the contract: what stands between backticks is code. */
export const Marked = ({ text }: { readonly text: string }) =>
  text.split("`").map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a constant text
    index % 2 === 0 ? part : <code key={index}>{part}</code>
  )
