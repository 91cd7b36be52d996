/** Words that distinguish English from other languages in Latin script; our own lists. */

export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** English words that are also words of other languages. */
export const ambiguousWords = wordSet(`
a no me as in an die was so on he do has per at men we son sin con come dare sale fin pan red i is all of or man hat
den van over under fast also will war bin mal art rat tag gut bad kind hand arm name gift most list not more hotel for
to mi si mar fine solo radio video plus pour main dans pays chat pain coin ten by tam pod my jest ale sad ma brand bald
hell rock wild winter sommer tanto amen pie vote once favor dos tres real total final animal general natural social
normal local central actual regular ideal capital hospital er var du sal lama air malam itu the gang sang ring mereka
dan salam ang pa ba sun fan stat dam late are mare era case care sole fame pure note simile base cane ore dove due tale
mete dime leer mayor persona comer tempo adore beau belle bout bruit commence coup courage ensemble excellent fort
grand monsieur petite retard route suite super vie bell credo fare forte mamma piano pizza presto quasi signore sue
vista angst auto bitten hunger nun sage stark tat toll bang hem ken rust spelt strand toe wilt dock folk glad mat min
sedan skit tar trots vet dine giver inn timer asia tee teen lat mama zero proto mint bani merge pare pot spun sub vine
adam bile eve ilk jam males mending motor pun ape akin gusto halos jan noon pang wag lam pet laps pole seal gal mane
bones cap dins ell pots bat vile nag net bless yr bore beta bolo hue jab lag log maine ad ego inter sic
`)

/** Common English words, including those typical of short posts. */
export const englishWords = wordSet(`
the be to and that have it for not with you this but his by from they say her she my one would there their what up
out if about who get which go when make can like time just him know take people into year your good some could them
see other than then now look only its think back after use two how our work first well way even new want because any
these give day us are were been had did does doing being am isn't don't doesn't didn't won't can't couldn't wouldn't
shouldn't i'm i've i'll i'd you're you've you'll he's she's it's we're we've we'll they're they've that's there's
what's who's let's here's im ive dont doesnt didnt cant wont isnt thats youre theyre lets gonna wanna gotta kinda
lol lmao lmfao omg wtf tbh imo imho idk btw smh fyi af ngl fr rn bruh bro dude guys y'all yall ok okay yeah yes yep
nope nah hey hi hello thanks thank please sorry love really much very too still why where here never always ever
every everyone everything something someone anything anyone nothing nobody today tonight tomorrow yesterday morning
evening night afternoon week weekend month years days hours hour minute minutes life world home house family
friend friends girl boy woman women kid kids baby dog cat dogs cats food coffee tea lunch dinner breakfast happy sad
tired funny cute nice great awesome amazing beautiful best better worst worse big small little long short old young
high low right wrong left hard easy free full ready sure true false last next own same different another each both few
many most such those through during before between again against without within while since until though although
around down off away almost already maybe probably actually literally honestly seriously finally basically pretty
quite enough else yet instead also got getting going went gone come coming came made making take taking took taken
saw seen seeing looking looked think thinking thought know knew known want wanted wants need needs needed feel feels
feeling felt find found keep kept let start started starting stop stopped try trying tried tell told telling said says
saying talk talking talked ask asked call called play playing played watch watching watched read reading write writing
wrote written listen listening hear heard help helped helping work working worked works buy bought buying sell sold
pay paid eat eating ate drink drinking sleep sleeping slept wake woke wait waiting waited live living lived leave
leaving run running ran walk walking drive driving meet meeting met miss missed missing hate hope hoping wish guess
mean means meant believe care happen happened happening change changed learn learning learned teach school college
job money business company market price data model code app phone game games music song album movie film show book
story news post posts tweet thread photo picture video question answer problem reason idea thing things stuff place
city country state government president party people person team player season win won winning lose lost fight
war law police power world water fire air sun moon star rain snow weather summer spring fall christmas birthday
party car bus train road street room door window table hand hands head face eye eyes hair heart body mind soul god
ur u thx pls plz haha hahaha yay wow oh ooh ugh hmm damn shit fuck fucking ass hell crap bitch gay sexy hot cold
warm cool black white red blue green yellow pink weird crazy stupid dumb smart proud excited bored sick dead alive
alone together forever day's it'll that'll whole half part end beginning top bottom side line point kind sort type
way ways lot lots bit number numbers three four five six seven eight nine ten hundred thousand million billion
should must might shall may cannot has having he'd she'd they'd we'd who'd how's where's when's why's ain't aren't
wasn't weren't hasn't haven't hadn't follow following followers share shared sharing check checking click link bio
available support update version release issue fix bug build building test testing open closed online offline
welcome congratulations congrats luck lucky wonderful perfect favorite favourite special interesting important
possible impossible able unable less least more than per via http good goodnight goodmorning gm gn bye later soon
ago early late recently currently nowadays sometimes often usually rarely once twice of or an on at is was so as in
yup yum yummy roflmao rofl lmk ikr nvm wbu hbu asap omw iykyk istg icymi tldr wip eta lfg gg wp doggo pupper vibe vibes
vibing lowkey highkey bestie besties yeet slay slayed rizz stans bruv innit yikes oof meh welp whoa aww awww heh hmmm
mhm uh huh cuz bcuz tho thru tryna finna gotcha lemme gimme dunno sorta outta whatcha betcha wassup howdy cheers nite
tonite nothin somethin goin doin whats hes shes youve wasnt werent arent shouldnt couldnt wouldnt havent hasnt hadnt
yrs wknd chatbot spoilers gameplay esports playoffs touchdown homerun goalie rookie roster
`)
