import { describe, expect, it } from "vitest"
import { lemma } from "../src/Lemma.ts"

const pairs = (text: string): Array<[string, string]> =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [a = "", b = ""] = pair.split("/")
      return [a, b]
    })

describe("forms of one word have one lemma", () => {
  it.each(
    pairs(`
  cat/cats dog/dogs box/boxes city/cities bus/buses church/churches dish/dishes hero/heroes photo/photos toy/toys
  story/stories watch/watches class/classes movie/movies cookie/cookies house/houses case/cases price/prices
  post/posts company/companies child/children man/men woman/women foot/feet tooth/teeth goose/geese mouse/mice
  person/people die/dice leaf/leaves knife/knives wife/wives wolf/wolves life/lives half/halves shelf/shelves
  analysis/analyses crisis/crises criterion/criteria phenomenon/phenomena datum/data medium/media cactus/cacti
  ox/oxen index/indices thief/thieves loaf/loaves hypothesis/hypotheses bacterium/bacteria fungus/fungi go/went
  go/gone go/goes go/going be/was be/were be/is be/are be/been be/being have/has have/had do/did do/done do/does
  see/saw see/seen eat/ate eat/eaten take/took take/taken make/made buy/bought bring/brought think/thought
  teach/taught catch/caught run/ran run/running begin/began begin/begun swim/swam write/wrote write/written
  write/writing speak/spoke speak/spoken break/broke choose/chose drive/drove give/gave know/knew grow/grew fly/flew
  fly/flies find/found feel/felt leave/left lose/lost win/won sell/sold tell/told say/said pay/paid meet/met sit/sat
  stand/stood understand/understood sing/sang sing/sung drink/drank fall/fell hold/held keep/kept sleep/slept
  send/sent spend/spent build/built get/got get/gotten forget/forgot come/came become/became lead/led read/reads
  lie/lying die/dying die/died die/dies tie/tied shoot/shot teach/teaching wear/wore tear/torn steal/stole
  hide/hidden bite/bitten blow/blew throw/threw draw/drew walk/walked walk/walking stop/stopped stop/stopping
  plan/planned plan/planning plane/planed hope/hoped hope/hoping hop/hopping hop/hopped try/tried try/trying
  try/tries study/studied study/studies study/studying carry/carried make/making use/used use/using use/uses
  create/created create/creating update/updating eat/eating treat/treated repeat/repeated invest/investing
  trade/trading travel/travelled travel/traveling travel/traveled control/controlled cancel/cancelled
  cancel/canceled visit/visited offer/offered open/opening happen/happened develop/developing prefer/preferred
  refer/referring occur/occurred admit/admitted change/changing charge/charged dance/dancing force/forced
  argue/arguing agree/agreed agree/agreeing see/seeing free/freed play/played enjoy/enjoying fix/fixed call/called
  sell/selling miss/missed pass/passing add/added add/adding manage/managed decide/decided provide/providing
  complete/completed delete/deleted compete/competing vote/voted note/noted promote/promoting write/writes
  quote/quoted solve/solving love/loved live/living live/lived move/moved believe/believed receive/received
  have/having analyze/analyzing focus/focused share/sharing compare/compared store/stored ignore/ignored
  explore/exploring require/required hire/hiring fire/fired secure/secured capture/captured measure/measuring
  imagine/imagined combine/combined define/defining train/training explain/explained name/named time/timing
  claim/claimed assume/assumed join/joined escape/escaping shape/shaped help/helped like/liked like/likes
  work/working look/looking talk/talked joke/joking bake/baked describe/described handle/handled battle/battling
  schedule/scheduled rule/ruled smile/smiling compile/compiled pull/pulled breathe/breathing taste/tasted
  waste/wasting last/lasted test/testing quit/quitting put/putting cut/cutting get/getting set/setting let/letting
  win/winning begin/beginning quiz/quizzes quiz/quizzed panic/panicked panic/panicking picnic/picnicking
  building/buildings meeting/meetings rose/roses wound/wounds bit/bits ad/ads selfie/selfies emoji/emojis taxi/taxis
  menu/menus virus/viruses status/statuses bonus/bonuses gpu/gpus llm/llms nft/nfts api/apis google/googled
  google/googling vape/vaping tweet/tweeting hype/hyped stake/staking meme/memes livestream/livestreaming
  vlog/vlogging podcast/podcasts airdrop/airdropped airdrop/airdrops ghost/ghosting text/texted lens/lenses
  gas/gases tie/ties pie/pies shoe/shoes cache/caches headache/headaches axe/axes glass/glasses size/sizes
  quizzes/quiz potato/potatoes video/videos zero/zeros zero/zeroes key/keys day/days money/moneys roof/roofs
  belief/beliefs chef/chefs business/businesses news/news species/species series/series
  `)
  )("%s = %s", (a, b) => {
    expect(lemma(a)).toBe(lemma(b))
  })
})

describe("different words have different lemmas", () => {
  it.each(
    pairs(`
  university/universe universities/universe organization/organ experience/experiment import/important past/paste
  business/busy businesses/busy animal/anime animation/animate international/internal custom/customer
  author/authority marketing/market news/new species/specie bus/bu thing/th bed/b king/k hundred/hundr wedding/wed
  evening/even morning/morn wing/w red/r need/ne feed/fee speed/spe seed/see ring/r this/thi his/hi its/it us/u
  was/wa has/ha as/a is/i less/les nothing/noth physics/physic politics/politic mars/mar wales/wale lens/len gas/ga
  hoping/hopping hop/hope planed/planned bathing/bat caring/car care/car staring/star stare/star scar/scare
  rating/rat rate/rat cut/cute hat/hate mat/mate plan/plane pin/pine win/wine wins/wine not/note tap/tape
  tapping/taping barred/bared bare/bar cap/cape rob/robe tub/tube us/use ass/as princess/prince princess/princes
  bass/bas discus/discuss new/news good/goods tokens/toke planet/plane planets/plane herring/her bored/bear
  born/bear founded/find found/fond united/unity unite/unity number/numb paper/pap other/oth better/bet best/be
  rest/re west/we test/te interest/inter early/ear only/on family/fame sing/singe singing/singeing dying/dye
  lays/lie bless/bles address/addres process/proces ing/in bring/br being/bee bees/be seeing/seed wedding/weds
  ted/te fed/fe shed/she sheds/she inning/in thus/thu yes/ye yens/yes ios/io across/acros towards/toward texas/texa
  paris/pari jesus/jesu tennis/tenni axis/axi oasis/oasi iris/iri virus/viru focus/focu status/statu campus/camp
  bonus/bone minus/mine plus/plu census/cense lotus/lot genus/gene venus/vene corpus/corp caucus/cauc circus/circ
  nexus/next apps/ape apis/ape ads/add add/ad adding/ad ebbing/eb egging/eg purring/pure fur/fury batted/bated
  bet/beta beds/bee sud/sue skis/sky skies/ski lied/lay lies/lay lie/lay read/red led/lid lead/lad wait/wade
  close/clothes cloths/clothes bass/base basses/bases meeting/meat goods/good
  `)
  )("%s is not %s", (a, b) => {
    expect(lemma(a)).not.toBe(lemma(b))
  })
})

describe("what is no English word stands for itself", () => {
  it.each(["cafés", "gpt4s", "кошки", "s", "ing", "1990s", "a".repeat(30) + "s"])("%s is its own lemma", (word) => {
    expect(lemma(word)).toBe(word)
  })
})
