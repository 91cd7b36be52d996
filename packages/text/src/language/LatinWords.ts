/** Words that tell English from other languages in Latin letters; lists of our own. */

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** English words that other languages write too. */
export const ambiguousWords = set(`
a no me as in an die was so on he do has per at men we son sin con come dare sale fin pan red i is all of or man hat
den van over under fast also will war bin mal art rat tag gut bad kind hand arm name gift most list not more hotel
for to mi si mar fine solo radio video to plus pour main son dans pays chat pain coin ten to by tam pod my jest
ale sad ma brand bald hell rock wild winter sommer tanto amen pie vote once favor dos tres real total final animal
general natural social normal local central actual general regular ideal capital hospital is er var du sal
lama main air malam itu the gang sang ring mereka dan salam ang pa ba or sun fan stat dam late son are mare
era case care sole fame pure note simile base cane ore more dove due tale tale mete
`)

/** Common English words, among them those of short posts. */
export const englishWords = set(`
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
`)

/** Common words of other languages in Latin letters, those that English writes too left out. */
export const foreignWords = set(`
el la los las un una unos unas de del y que en es por para como pero muy más mas este esta esto ese esa eso está
están estoy soy eres somos son ser estar hay fue era tiene tengo hacer hace todo toda todos todas nada algo quien
cuando donde porque también tambien ya hoy ayer mañana gracias hola buenos buenas días dias noche tardes amigo amigos
vida casa tiempo mejor peor bueno buena bien mal siempre nunca yo tú usted ustedes ellos nosotros nos te se lo le les
su sus mis tu tus jaja jajaja jajajaja quiero puedo creo sé voy vamos sin sobre entre desde hasta feliz mundo gente
o os um uma uns umas do da dos das em no na nos nas por pelo pela com sem mas muito muita muitos você vc eu ele ela
eles elas nós não nao sim isso isto esse essa aquele meu minha seu sua são sao foi tá tô estou tudo bom boa dia
obrigado obrigada hoje amanhã ontem aqui agora quando onde porque pra pro gente kkk kkkk kkkkk saudade amor
le les des du au aux et ou où est sont suis es sommes êtes ai avons avez ont je tu il elle nous vous ils elles mon
ton ma ta mes tes ses notre votre leur leurs ce cette ces cet qui que quoi dont pas plus moins très bien mal avec sans
dans sur sous chez pour par mais donc car ne n'est c'est j'ai d'un d'une qu'il qu'on s'il l'a aussi encore jamais
toujours aujourd'hui demain hier merci bonjour bonsoir salut oui non mdr ptdr rien tout tous toute toutes faire fait
il lo gli uno una di da su per tra fra e ed o ma che chi cui non si ci vi ne mi ti è sono sei siamo siete hanno ho hai
ha abbiamo questo questa questi quello quella molto molti tutto tutti anche ancora sempre mai oggi domani ieri grazie
ciao buongiorno buonasera perché quando dove come più meno bene male della delle dei degli del nel nella alla allo
der die das den dem des ein eine einen einem einer eines und oder aber doch nicht kein keine ist sind bin bist war
waren habe hast hat haben hatte wird werden wurde kann können muss müssen soll sollte ich du er sie es wir ihr mich
dich sich uns euch mir dir ihm ihnen mein dein sein unser auf aus bei mit nach von vom zu zum zur für über unter vor
zwischen durch ohne gegen um wenn weil dass ob wie wo wer warum schon noch nur auch immer nie heute morgen gestern
danke bitte guten gute gut sehr mehr viel viele alle alles etwas nichts jetzt hier dort mal ja nein leute schön
het een en van ik je jij hij zij wij jullie ze niet geen maar ook nog wel al als dan dat deze dit die wat wie waar
waarom hoe met voor naar bij uit om aan op zijn was heb hebt heeft hebben had wordt worden kan kunnen moet moeten zou
mijn jouw haar ons onze hun vandaag morgen gisteren dank bedankt goed goede heel veel meer weer altijd nooit
och att det som är på jag inte en ett av för med den till har de om han hon vi ni kan ska skulle så men eller från
vad hur var när här där mycket bra tack idag imorgon igår alla något också bara nu efter
og at det som er på jeg ikke en et av for med den til har de om han hun vi kan skal så men eller fra hva hvad hvordan
hvor når her der meget godt tak takk mer alle noe også bare nå nu etter efter mig meg deg dig
ja on ei se että hän minä sinä me te he olen olet oli ovat ole mutta kun jos niin kuin mitä missä miksi kanssa hyvää
hyvä kiitos tänään huomenna myös vain nyt sitten vielä
i w z na do nie to że się jest są był była być ale jak co czy kto gdzie kiedy dlaczego mnie ciebie mój moja twój ten ta
te tak dzień dobry dziękuję dzięki dzisiaj jutro wczoraj bardzo dobrze już tylko też jeszcze dla od po przez przed
a je se na že to v z s k o do ale jako jsem jsi jsme jste jsou byl byla být není co kdo kde kdy proč mi mě tě dnes
zítra včera děkuji dobrý den velmi taky také ještě už pro od po při není som si sme sú bol bola ďakujem dobre
és a az egy nem hogy is van volt vagyok de meg ez azt mi ki hol mikor miért ma holnap tegnap köszönöm jó nagyon már
csak még vagy ha mert
și să nu este sunt ești o la cu din pe pentru că care mai ce cum unde când astăzi azi mâine ieri mulțumesc bună foarte
bine dar sau după până eu tu el ea noi voi lui ei
ve bir bu şu o da de mi mı mu mü ne için ile çok daha en var yok değil ama gibi kadar ben sen biz siz onlar bana sana
beni seni bugün yarın dün teşekkürler merhaba günaydın nasıl neden nerede kim güzel iyi olan oldu olarak her hiç
yang dan di ke dari ini itu tidak ada akan dengan untuk pada saya kamu aku dia kami kita mereka anda adalah juga sudah
belum bisa harus karena tapi atau seperti lebih sangat banyak semua apa siapa dimana kapan kenapa mengapa bagaimana
hari pagi siang sore malam besok kemarin terima kasih selamat nggak gak ga udah banget aja sih dong deh kok nya bgt
lagi mau buat orang yg tak jadi tu je la lah boleh dekat nak korang awak
ang mga ng sa na ay ako ikaw siya kami tayo sila ko mo niya namin natin nila ito iyan iyon hindi wala meron may kung
dahil pero kasi lang din rin naman po opo talaga ngayon bukas kahapon salamat maganda mahal kita araw gabi umaga tao
bakit paano saan sino ano nga ba yung yun ka nasa para
và của là có không được cho một những các này đó với người trong khi tôi bạn anh em chị mình cũng đã đang sẽ rất nhiều
nay ngày mai hôm cảm ơn xin chào vì nếu thì mà như ở ra vào đi làm gì sao
na ya wa kwa ni katika za la hii hiyo sana asante habari leo kesho jana mimi wewe yeye sisi ndiyo hapana watu
hai nahi nahin kya ka ki ke ko se mein main hum tum aap mera meri tera teri aur bhi toh kar raha rahi hoga tha thi kyun
kaise yeh woh acha accha bhai yaar bahut
i je se na da u za su sam si smo ste nije ali kao što šta koji kako gdje gde kada zašto hvala dobro danas sutra juče
jučer vrlo jako već samo još
amb els les una però molt més gràcies avui demà bon dia aquest aquesta
`)
