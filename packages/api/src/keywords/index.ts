/** What to say about a keyword: shared by the server and `heddle-rules`. */
export { keywordNotices, sameKeywordText } from "./KeywordNotices.ts"
export { ruleNotices } from "./RuleNotices.ts"
export { withoutTokenText } from "./WithoutToken.ts"
