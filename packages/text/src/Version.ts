/**
 * The version of the rules that token texts, terms and languages are derived by. Whoever stores what they derived
 * stores it too, so that what older rules derived can be found. It rises with every change of what this package makes
 * of a text, whether the change is in its rules, in its tables or in the Unicode version of Node.
 *
 * 0 is what was derived before there were versions.
 */
export const textVersion = 1
