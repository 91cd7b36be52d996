/** What the English table cannot learn from its sources: choices of our own, each open to discussion. */

const list = (text) => text.trim().split(/\s+/)

/** Words that no rule may join with another word. */
export const functionWords = new Set(
  list(`
  a an the this that these those i me my mine we us our ours you your yours he him his she her hers it its they them
  their theirs who whom whose which what when where why how and or but nor so yet if as at by for from in into of off
  on onto out over to toward towards under until unless up upon via with within without about above across after
  against along among around because before behind below beneath beside besides between beyond despite down during
  except inside like near outside past per since than through throughout though till not no yes can could may might
  must shall should will would
  `)
)

/** Neologisms, so that their forms are checked like those of dictionary words. */
export const verbs = new Set(
  list(`google tweet retweet text vape vlog blog livestream podcast upvote downvote upload download unfollow unfriend
  ghost stan meme simp troll dox doxx hype stake mint airdrop tokenize monetize gamify screenshot crowdfund onboard
  offboard rebrand upskill doomscroll binge photoshop facetime zoom skype debug refactor deploy reboot spam scam`)
)
export const nouns = new Set(
  list(`emoji selfie hoodie api ui gpu cpu llm nft etf ipo ceo cto app startup podcast hashtag meme vlog blogger wiki
  influencer youtuber newbie foodie indie smoothie bestie townie zombie genie wifi sushi matcha latte boba chatbot
  smartphone laptop dataset cryptocurrency bitcoin altcoin stablecoin blockchain metaverse tsunami guru menu haiku`)
)

/**
 * Words that stand for themselves although their spelling is that of a form: nouns whose sense has left the verb
 * (wedding), homographs whose other reading is the usual one in posts (rose, bit), names (Mars).
 */
export const separate = new Set(
  list(`
  news species series always perhaps odds goods physics mathematics economics politics wales mars texas lens bus gas bias canvas atlas christmas
  james charles athens jesus paris this thus plus minus versus his hers its ours yours theirs us as yes
  marketing wedding evening morning ceiling clothing during nothing something anything everything king ring thing
  string spring wing offspring lightning herring pudding shilling sterling stocking outing inning bearing lining
  icing duckling sibling darling farthing 
  rose ground wound bound bore born lay bit dove founded rent stove cleft clove smelt rove pen pent might may
  sound bed red need feed seed weed speed  breed hundred sacred naked wicked kindred shed sled
  cola colon opera opus stamina trivia roma dive diva guilder miri lei vela agenda
  wounded wounding grounded grounding bored boring boredom founding founder aged
  bless  beloved 
  `)
)

/** Forms and their lemmas that the sources lack or give otherwise. */
export const extra = list(`
  being:be am:be is:be are:be was:be were:be been:be
  has:have had:have having:have does:do did:do done:do doing:do
  people:person persons:person dice:die media:medium mediums:medium
  ads:ad cds:cd pcs:pc tvs:tv ids:id dms:dm djs:dj mps:mp vps:vp vcs:vc eps:ep lps:lp pms:pm ais:ai kgs:kg
  buses:bus busses:bus gases:gas gasses:gas lenses:lens
  axes:axe bases:base lives:life leaves:leaf wolves:wolf
  wounds:wound grounds:ground roses:rose bores:bore bits:bit doves:dove rents:rent stoves:stove bounds:bound
  lays:lay laid:lay laying:lay bored:bore boring:bore wounded:wound wounding:wound grounded:ground grounding:ground
  founded:founded founding:founded found:find finds:find finding:find
  bacteria:bacterium emojis:emoji does:do
  focuses:focus focused:focus focussed:focus focusing:focus
`).map((pair) => pair.split(":"))
