/** English, and one language in another alphabet for all others: real words first, then synthetic ones. */
import { combined, words } from "./Words.ts"

const headEnglish =
  "the to I a and of is in it you that for my this on with be so have just was not me but are like all at do if they what up get out your we can one now about how no don't really when from good people time love know there think day going as or go more will today some see too because would make want new got back who an her he his she only why much need been work still even great feel has them right here way best life than then look over never always every their off home day night thing after last long something someone little first ever keep week year morning coffee happy help game book music watch read"
const headRussian =
  "и в не на я что с это как а все так но он у же за вы по мы из от для ты было сегодня очень только уже меня есть если когда надо день время человек сейчас просто хорошо утро новый жизнь"

const lengths = [
  { weight: 20, length: 1 },
  { weight: 45, length: 2 },
  { weight: 35, length: 3 }
] as const

const englishSyllables = combined(
  "b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t th tr v w y _",
  "a e i o u ai ea oo ou ie",
  "_ n r l t s m ck nd st ng"
)
const russianSyllables = combined(
  "б в г д ж з к л м н п р с т ф х ц ч ш ст пр кр",
  "а е и о у я ю ы",
  "_ н р л т с м к ть й"
)

export const english = () => words({ head: headEnglish, parts: englishSyllables, lengths, gap: " " })
export const russian = () => words({ head: headRussian, parts: russianSyllables, lengths, gap: " " })
