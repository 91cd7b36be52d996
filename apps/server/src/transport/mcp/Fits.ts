/** How many rows fit into the answer of a tool: clients refuse, or hide from their model, what is much longer. */

/** Clients take about 25,000. */
const maxTokens = 20_000
/** For everything but the rows. */
const envelopeTokens = 250

const asciiPerToken = 4

/** An estimate that is rather too high: a letter outside ASCII, such as a Chinese character, counts as a token. */
export const tokensOf = (text: string): number => {
  let ascii = 0
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) < 128) ascii++
  return ascii / asciiPerToken + (text.length - ascii)
}

export const fits = (rows: ReadonlyArray<unknown>): number => {
  let tokens = envelopeTokens
  const excess = rows.findIndex((row) => {
    tokens += tokensOf(`${JSON.stringify(row)},`)
    return tokens > maxTokens
  })
  return excess === -1 ? rows.length : Math.max(1, excess)
}
