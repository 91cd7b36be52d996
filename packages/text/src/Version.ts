/**
 * The version of the rules that derive token text, terms and languages. Store it with derived data, so that data of older
 * rules can be found and derived again. Increase it with every change to this package's output, whether its cause is in
 * the rules, the tables or the Unicode version of Node.
 *
 * Version 0 is data from before versions were introduced.
 */
export const textVersion = 1
