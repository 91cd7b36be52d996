/** placeholder */
export const lemma = (word: string): string => (/^[a-z]{4,}$/.test(word) ? word.replace(/(?<!s|u|i)s$/, "") : word)
