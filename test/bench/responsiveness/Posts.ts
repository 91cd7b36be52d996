/** Seeded posts of 90 days, as lines for `POST /ingest`; made for the slowest queries, not to be realistic. */
import { randomFrom } from "../../support/Seeds.ts"

const days = 90
const daySeconds = 86_400
const authors = 2_000
const captionLength = { shortest: 15, longest: 60 }

const characters = [
  ..."的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運"
]

/** The most common characters, which are the most expensive to search for. */
export const commonKeywords = characters.slice(0, 10)
/** Occurs in no post. */
export const absentKeyword = "龘靐"

/** The lines in batches of `partSize`, authors first. `until` is in Unix seconds. */
export function* postLines(count: number, seed: number, until: number, partSize: number): Generator<string> {
  const random = randomFrom(seed)
  const pick = (size: number, skew: number) => Math.floor(size * random() ** skew)
  const caption = () => {
    const length = captionLength.shortest + pick(captionLength.longest - captionLength.shortest, 2)
    return Array.from({ length }, () => characters[pick(characters.length, 3)]).join("")
  }
  const counts = () => Math.floor(random() ** -0.8) - 1
  yield Array.from({ length: authors }, (_, index) =>
    JSON.stringify({ type: "user", username: `author${index}`, follower_count: counts() * 10 })
  ).join("\n")
  for (let from = 0; from < count; from += partSize) {
    const size = Math.min(partSize, count - from)
    yield Array.from({ length: size }, (_, index) => {
      const like_count = counts()
      return JSON.stringify({
        type: "post",
        code: `post${from + index}`,
        caption: caption(),
        username: `author${pick(authors, 2)}`,
        post_timestamp: until - Math.floor(random() * days * daySeconds),
        like_count,
        reply_count: Math.floor(like_count / 10),
        impression_count: like_count * 30
      })
    }).join("\n")
  }
}
