import { wordSet } from "./LatinWords.ts"

/**
 * Common words of some thirty languages in Latin script; our own lists. Omits words that are also English, and words with
 * diacritics, which are evidence by themselves.
 */
export const foreignWords = wordSet(`
aag aaj aamu aan aand aantal aap aapka aapke aapko aapse abbastanza abbiamo abend abends aber abgesehen abhi abia abis
abord aby ac acaba acara accha acche accordo aceasta aceea aceia acel acele acest acesta aceste ach acha acheter achhe
achi acho achter acolo acordado acordar acqua acum ada adalah adesso adik adoro aeg afgelopen aga agad agak agar agora
agus ahir ahogy ahoj ahora ai aia aici aider aika aikaa aikana ailleurs aime aimer aina ainakin ainda ainsi ainult
aiuto aivan aixi aj aja ajaib ajak ajeeb ajo ajuns akala akan akar akarok akhir akhirnya aki akibat aking ako akong aku
al alam alasan alati alatt albo alcune alcuni aldrig alea algo alguien algum alguma alguna alguns ali alia alig alin
aliquid alla alle alleen alleine allemaal allen aller allerdings allerede alles allikevel allo allora allt alltaf
alltid almal almeno alors als alt altceva alte altid altijd altra altre altri altro ama amani amb ambao amely ami amica
amici amico amie amiga amigas amigo amigos amikor amin amis amit amo amor amore amour ampak ampun anak anche ancora
anda andar andare andato anden ander andere anders andet andra andre anfang anfangen anh ani annak annan anne anneler
anni anno annyeong annyi ano anois anos ans anseo antaa antara antes anul anya apa apakah apalagi apalah apenas apna
apne apni apoi appelle apprendre aproape aquel aquela aquele aquest aquesta aqui aquilo ar ara araba arada araw arba
arbeit arbeiten arbete aria arigatou armastan arra arriva arrivare arriver arzt asa asal asante asi asiat asik asko
asla aspetta aspettare asseblief assez assim assolutamente asta astaga astea astfel asti asubuhi ata atas atau atin
atque att attendre attenzione atter atunci au auch aucun aucune auf aufgaben aufstehen auge augen auguri aunque aur
aura aurait aus ausser aussi aut auta autem autre autres aux av avait avant avanti avea aveam avec avem avere avete
aveva avevo avez avoir avond avons avrei avui awak awal ay ayah ayer ayni ayo ayuda ayuk az azi azonban azt azzurri
baad baada baat baatein baba babbo baci bacio bada badago bado bagai bagaimana bagi bagian bago bagong bagus bahagia
bahar bahas bahasa bahay bahkan bahn bahot bahut bahwa bai baie baik baina baino baju bak baka bakal bakit bakla bala
balik bambina bambini bambino bana banda banget banyak bao bapak bara bardziej bardzo bare bareng baru bas basta bata
batao bauen baum bawa bawah bawal bawat bayad bayram bazen beaucoup beda bedankt bedre beetje begge begini begitu
begrijp begynner bei beide beiden beijo beijos beim beispiel bekerja bekijk bekijken bekomme bekommen bel belajar
belangrijk bele beli belki bella belli bello belum ben benar bence benden bene bener beni benim bentar beraber berapa
berasa berat bere berhasil beri berita bersama besar beses besoin besok besonders besser beste besten beter bett bevor
bey bez bezala bezig bgt bhai bhaiya bheith bhi biar biasa biasanya bien biet bigla bihar bij bija bijna bikin bila
bilang bild bilden bilen bili bilmiyorum bilo bine bingung binigay binnen bir biraz biri bisa bisogna bisogno bisous
bisschen bist biti bitte bitti biz bizim blague ble bleib bleiben bleibt blev blevet bli blij blijf blijft blijven blir
bliver blivit bo boa boah boas bock bocs boek boh bohong bohot boire bok bol bola boldog boleh boludo bom bon bona
bonita bonito bonjour bonsoir bor borde bort bosan boulot bova boven bra brauche brauchen braucht brava bravi bravo
breng bringen bringt broer bruder brug bruk bruker brutta brutto brzo bu buah buat buch bucur bude budeme budi budou
budu buena buenas bueno buenos buhay buio buiten bukan bukas bukod buku bulan bun buna bunda bundestag bune bunlar bunu
bunun buoi buon buona buonasera buone buong buongiorno buoni buono burada burda burde buruk busz butuh buvo buwan bwana
bych bychom byl byla byli bym cad cada cal cald caldo caliente calle calor cam cama cambiare cambio camino camne campo
cand cansada cansado cantik canzone capek capisco capito cara cari carro carte casa casi caso causa cazzo ce cea ceci
cedo cei cel cela cele celle celor celou celui cena cepat cer cercare cerita certeza certo ces cet cette ceux ceva
cewek chacun chahiye chai chakula chal chalo chaque charot chaud chce chcesz chci che chef chegar chegou chez chi
chiama chiamare chiar chiaro chica chico chido chien chlap cho choi chor chua chuc chun chung chuva chuyen chyba ci
ciao cibo cica cidade ciebie ciel cielo cijeli cikgu cine cineva cinque cinta ciudad clar claro clase co coba coeur coi
coisa coisas cok col colpa com combien comida comigo comme como compra comprar comprare comprends compris comunque
conas conmigo connais conosco conseguir conta contento contigo contre contro copain copii copil copine correr cosa
cosas cose courir cours cowok cred creer creo crezi croire crois csak cu cuaca cuando cuenta cuerpo cui cuisine cukup
culpa cum cuma cumva cung cuoc cuoi cuore cymru czas czasami czego czekam czy czym da daan daar daarna daarom dabar
dabei daca dacht dada dag dagar dage dagegen dagen dagens daginn dago dah daha daheim daher dahil dai daisuki daj daki
dakika dakle dal dalam dale dalej dalla dalle damals dames dami daming damit dana danach danas danes dang dank danke
dankie dankjewel danmark dann dansk dapat dapet dar daran darauf darf dari darum das dashuri dass dat dati dato dau
daug daukat davet davon davor davvero dawno dazu ddim de debe debout deci decidere decir dedi dedim deel deg degli deh
dei dein deja dejar dekat dekh dekha dekho del dela dele deles della delle deloc dels dem demain demais demande
demasiado demek dengan dengar deniz denk denke denken denkt denn denna denne dennoch dentro deo depan departe depois
der deras deren deres derfor dernier des desde desh deshalb desigur despre dessen dessous dessus deszcz det detta dette
detto deur deus deutlich deutsch deutsche deutschen deutschland deux devam devant deve devenir devo devoir devono deze
dezelfde dhanyavaad dhe di dia dias diba dicen dich dicht dico dieci dien diena dienos diese diesem diesen dieser
dieses dieu dig digga dikh dil dimana dimanche dimmi din dina dinero ding dinge dingen dingin dinheiro dintr dintre dio
diolch diorang dios dir dira dire diri dis diskussion disse dit dito ditt diumenge diventare diwali diya diye diyor
diyorum dizer dla dlaczego dlatego dlouho dnes dneska doa doang doar dobar dobbiamo dober dobra dobre dobrej dobro
dobrou dobry dobrze docela doch dochter doe doei doen doet doi dois doit dok dolce dole dolor dom doma domanda domani
domenica domingo domnul domu dona donc doncs donde dong donna donne donner dono dood doof doon dopiero dopo dorang dorm
dorme dormir dormire dormito dorst dort dost dosto doston draait dracu drago dragoste drei dricka drikke droit drugi
druk dua duas duidelijk duit duizend dulu duluan dum dumm dunia duoc duong dupa dur durante durch durf durfte dus dut
duurt duydum dva dwa dwie dzieci dzieje dzis dzisiaj dzisiejszy ea ebenfalls ecco echt echte ed eder ederim edi edin
ediyor een eens eerst eerste ees eesti efendim efter eftir ega egal egen egentlig egentligen eget egin egli egun eguna
egunon egy egyetlen egyik eher ehi ehk ei eigen eigene eigenlijk eigentlich eilen ein eind einde eine einem einen einer
eines einfach einige einkaufen einmal eins eius ej ejus ek ekan ekdum ekkert ekki ekkor el ela elas elbette ele eles
elinde elk elkaar elke ella ellas elle ellen eller ellers elles ellos elmegy elo elokuva els elsker elu em emaga ember
emberek emot empezar en enak enam encanta encara encontrar encore enda ende endelig endlich enero enfant enfants enfin
engem engga enggak enig enim eniten enn ennast ennek ennen ennuie ennyi ens entah entendre entonces entrare entre
entweder envie equipo eram erano erat eravamo erde ere eren eres ergo erkek erre erst erste ersten ert es esa esam esan
esatto esce ese esi esik eskerrik eski esmu eso esok esos essa esse essen essere est esta estaba estamos estar estava
este estem estes estic esto estos estou estoy et eta eten etiam etmek eto ett ette etter ettim etwa etwas etxe eu euch
euer eure euskal eux ev evde eveniment evet evlat ewan ex ey ez ezek ezt fa fac facciamo faccio facem faci fahren fai
faim faire fais fait faites fajne fajnie fajny fakt faktycznie falan faleminderit falsch famiglia familia familie
famille fammi fand fandt fanno fanya fara fark farlo fata fatto faut favorita favorito fazendo fazer fazla fea fedt
feest fehlt feia feierabend feiern feina feio feira fel felice feliz femeie femme femmes fena fenster feo fer ferdig
ferie fernsehen fertig festa fet feuer fi ficar fick ficou fiducia fie fiecare fiesta fiets figli figlia figlio fiind
fijn fijne fik fikk filan filha filho filhos fille filles filme fils fina finde finden findet fini finir finito finner
finns fino fins fint fira fleisch fler flera flere fliegen flot flott foame foarte foc foda fogok foi fois folge folle
fome font fora foram fordi forse fortfarande forza fost fotka foto fou fra frage fragen fram frate fratello frau frauen
fredag freddo frei freitag frem freude freuen freund freunde freundin freut fri frig frio frische froid frumos fue
fuego fuera fuerte fugi fuit fuori fyrir ga gaan gaat gab gabi gabon gabut gaf gagawin gais gaji gak galera gali galing
galit gaman gammal gammel gana ganar ganas ganbatte ganda gange ganhar ganito ganon ganska ganske ganun ganyan ganz
ganze ganzen gar gara gars gata gato gatto gaur gauw gawa gawin gaya gaye gayi gde gdje gdy gdyby gdzie ge gearbeitet
geben gebeurd gebeurt gebruiken geburtstag gece geceler gedaan gedanken geen gefeliciteerd gegaan gegangen gegen gehabt
gehad gehe gehen geht geil geile gek gel geld geldi geldim geleden gelijk geliyor gelmek geloof geluk gelukkig gemaakt
gemacht gemeinsam genau genere genieten genitori genoeg genom gens gent gente genug ger gera gerade gerai geras geredet
gerek gern gerne gero gerust gesagt geschichte geschreven geschrieben gesehen gesicht gestern gesund gesundheit getir
geven geweest geweldig gewesen gewinnen gewinnt gewonnen gewoon geworden gezegd gezellig gezien gezond ghar gi gia gibi
gibt gick gidelim gidiyor gidiyorum gik gikk gillar gimana ginagawa ging giocare gioco giornata giorni giorno giovane
gir giro gising gisteren git gitti gitu giusto gjorde gjort glada glaube glauben glaubt gledam gledao gleder gleich gli
gochisousama gode godt godzin godziny goed goede goeie gomawo gosta gostei gosto gostoso gott gozaimasu gra graag grabe
gracia gracias gran grande grappig grattis gratulerer grazie greu groep groot gros grosse grote gu gua guapa guapo
guarda guardare gucken guckt gue guerra guerre gur gusta gustan gute guten guter gutes gutom guztiak guztioi gw gwapo
gyere gyerek gyvenimas ha haal haan haar haare habang habar habari habe haben haber habis habite hace hacer haciendo
hadde hade hadi haec haft hafta hagyd hahanap hai hain hajde haki hakuna hala halafu halata halb halbe halen hallo
halten haluaa haluaisin haluan halva hamara hamare hambre hamesha han hanem hanggang hangi hani hanno hans hanya hapa
hapana hapon har harap harga hari harika harte harus hass hast hasta hata hati hatte hau haus hausaufgaben hause haut
hava havalar havde hay haya hayaan hayat hayop haza hea heb hebben hebt heddiw heeft heel heen heer hefyd hei heille
hej hel hela helaas hele helemaal helfen helg helgen helpen helppo helst helt hemen hemma hende hendes henne hennes hep
hepimiz hepsi herinner herkes herkese hermana hermano hermosa hermoso herr herz herzlich herzlichen het hetkel hetken
hetki hetzelfde heure heures heureuse heureux heute heutige hezky hic hideg hidup hieno hienoa hier hierin hii hij hija
hijo hijos hilang hilfe hilig hilsen himmel hin hinde hindi hinter histoire hiszen hiukan hiver hivi hivyo hiyo hizi
hjelp hjem hjemme hladno hlava hned ho hoc hoch hodin hoe hoekom hoffe hoffen hoffentlich hoga hogy hogyan hoi hoje hol
hola holka holnap hom hombre homem homme hommes hommik hommikust homo hon honek honnan hoofd hoog hoon hoor hoppas hora
horas horen hores hori hos hota hoti hou houd houden hoy hteo htio hua hui huis hujan huko huli hulle hullu hum humein
humeur humko hun hund huo huomenna huomista hur hura hus huske husker hutan huwag huyo hva hvad hvala hvar hvem hver
hverandre hvernig hvilken hvis hvor hvordan hvorfor hwn hyvin iar iarna iba ibang ibu ich ici idag ide idee idem idemo
idu ieder iedere iedereen iemand ieri iese iets igal igaz igazi igen igenom igitur igreja igual ih ihan ihana ihm
ihminen ihmiset ihnen ihop ihr ihre ihrer ijumaa ik ikaw iki ikke ikkje ikusi ikut il ilan ilang ile ilgili ili illalla
ille illetve illud ilm ilman ils iltaa ilus ilusio ilyen ima imam imamo imati imellem imens immer immerhin imorgen
imorgon inaantok inaweza ind inderdaad ineens infatti inga ingat ingen ingenting inget ingin ini inima inimene inimesed
init innan inne innen innych insan insanlar insieme intanto inte intet invece inverno inyo io ipse ir irgendwann
irgendwas irgendwie isa isang isegi isi isip isj iska iske isko iskola iso isso ist iste istedet istemiyorum istiyorum
isto istri ita itadakimasu italia italiano itna ito itse itt iubesc iubire iubit iya iyak iyan iyi iyiyim iyon iyong iz
izan ja jaa jaar jadi jag jah jahr jahre jahren jaise jaja jajaja jajajaja jajajajaja jak jaka jakby jaki jakie jako
jaksa jalan jaldi jamais jambo jammer jana jangan jao jaren jarig jata jate jau jauh jawab jde jdu je jedan jede jedem
jeden jeder jedes jedna jednak jedno jednom jeena jeg jego jeho jei jej jeje jejeje jejich jel jelas jelek jemand jen
jende jene jenom jer jesam jesi jeste jestem jestli jeszcze jetzt jeu jeudi jeune jeunes jezelf ji jie jij jim jinak
jinsi jioni jis jo joan jobb jobba jobbar jobbe jobbet jogar jogo joh johon joi joie joka jokainen joku joli jolie
jongen jongens jonka joo jos joskus jossa jotain jotka jou jouer jour jours jouw jouwe joyeux jsem jsi jsme jsou jste
ju jua jual juba juego juga jugar juhannus juhla juk jul julen julle jullie jumapili jumat juna jung junge junto juoda
jusko juste jutri jutro juu juuri ka kaam kab kabhi kabisa kabla kad kada kadar kafa kaffe kaffee kage kah kaha kahan
kahapon kahi kahve kahvi kahvia kai kaibigan kaikille kaikkea kaikkein kaikki kailan kailangan kain kaip kaise kaixo
kaj kak kaka kakak kakek kako kaks kaksi kalah kalau kald kali kalian kallt kalo kalp kalt kam kama kamar kamer kami
kamu kan kangen kanila kanina kann kannst kans kanske kanskje kanssa kanssani kantor kanya kanyang kao kapag kapan
kapatid kapot kaputt kar karena karibu karna karne karo karon karta karte kas kasa kasama kase kasi kasih kasihan kata
kater katika katso katsoa katt katulad kauan kauas kaufen kaum kaun kaunis kaupunki kava kave kawa kaya kayak kayaknya
kayo kayong kazi kdaj kde kdo kdy kdyby ke kebanyakan kecewa kecil kedua keegi keer kein keine kell kellene kello
kemana kemarin kembali kemudian kenal kenapa kendi kendim kendine kenen kenne kennen kennt ker kere keren kereta kerja
kerjaan kerran kes kesho kesinlikle ketawa ketemu ketika khana khatam khi khoe khong khud khush khushi khusus ki kicsi
kiedy kiek kiitos kiitti kijk kijken kijkt kila kim kimse kinder kinderen kindern kindlasti kino kira kirja kis kisi
kissa kita kitabu kitap kitas kitna kitne kitu kje kjempe kkk kkkk kkkkk kkkkkk klaar klar klarar klart klasse klein
kleine kleinen kleiner kleren klingt klinkt klockan klokken kluk ko kobieta koca kocham kod kodus koffie kogu kohe
kohta koi koira koja koje kojem koji koju kok koko koks kolay koldt kolik koliko kolme kom kome komen komisch komm
komma komme kommen kommer kommt komt kon konbanwa kone konec koniec konnte kop kopen kopf kopi korang koska koskaan
kosten kot kota kotiin kotona koud koulu kova kovin kraj krank krass kriegen kriegt krijg krijgen krijgt kto ku kuat
kubwa kuch kuhusu kui kuidas kuigi kuin kuinka kuitenkin kuja kuka kukaan kul kula kulala kuliah kumain kumusta kun
kuna kunde kung kunne kunnen kupata kur kurang kurde kurwa kurz kus kusema kusura kuten kutoka kutya kuwa kuya kvar
kveld kvinna kvinne kwa kwako kwam kwangu kweli kwenda kwijt kya kyk kylla kyu kyun kyunki la laat laatste laba labai
labas labdien labi lach lachen lado laga lage laget lagi laging lagt lagta lagu lagun lah lahat lahko laiko laiks
laisse laisser lakini laku lalaki lalo lalu lamang lan lang langar lange langit langs langsam langsung langt langweilig
langzaam lapar lapset lapsi largo las lass lassen lasst lata laten lato latvija laufen laut lav lave laver lavorare
lavoro le lebaran leben lebih lecker leeg leest legen leggere legjobb legyen lehet lehetne lehrer lei leicht leid
leider lejos lekin lekker lekkere lelah lembrar len lenni leo lep lepa lepiej lepo lepszy lequel ler leren lernen les
lese lesen leser lesz lett lettera letto letzte letzten letzter leuk leuke leur leurs leute levar leven lewat lezen li
liat libre libri libro libur licht lide lider lidi lidt liebe lieben lieber lief liefde liefs liegen liegt liep lietuva
lietuvos lieve liever lige ligger ligt lihat lijepo lika likod lilla lille limpiar linda lindo liom lire lite liten
litt liv livet livre livro liye ljubav ljudi ljudima llama llega llegar lleva llibre lloc llorar lo lodi logo loin lola
lolo loma longe longtemps lontano loob loopt lopen loppu lopuksi lor loro lorsque los loslassen lov lu luar luce lucu
ludzi ludzie luego luft lugar luglio lugn lui luisteren lukt lumayan lume lumea lumi luna lundi lunes luni luogo lupa
lustig luto luulen luz lycka lycklig lyk lyssna lyst maa maaf maailma maak maakt maal maana maanantai maand maandag
maanden maar mabuti macam macamana macchina mach mache machen machst macht madali madami madaming madre mae mag
magaling magam maganda magari maggio maging magkano magna magst maguk magulang magyar mah mahal mahirap mahlzeit mai
maiba maidin maintenant mais maisha maison maith majd maji makan makanan makanya makasih maken makin makkelijk maksaa
maksud mala malade malah malaki malapit malas male maliit malo malungkot mam maman mambo mampir mana manau manche
manchmal mand mandag mandi mange manger mangiare mani mann mannen mano manood manque mantap manusia maradt maravilhoso
marche mardi mari martes mas masa masak masakra masalah masarap masaya masih masing massa masuk masz mata matagal
mateix mati matin matlab mattina matulog mau mauvais mayroon mbak mchana mdr mea med medio medyo mee meer mees meestal
meeste meg meget megint meglio mehr mehrere mei meie meile meilleur meilleure mein meine meinem meinen meiner meinung
meisje meisjes meist mejor mele meleg melhor melko mellan mellem mellett mellom melyik memang membaca membuat memiliki
mene menee menen mengapa menge meni menina meninggal menino menjadi menneske mennesker meno menos mensaje mensch
menschen mense mensen mente mentre menunggu menurut mer mera merak merci mercredi merde mereu merg mergem merhaba meri
merken meron mers mert mes mesa mese mesela mesi mesma mesmo messo messze mest mesti meu meus meva mezelf mezi mezza
mezzo mga mia mianhae miatt mic mica mich midden mie miedo miei miejsce mientras miercuri mieszkanie mieux mig migliore
mignon mihi mij mijn mijne mikor miks miksi mille milloin millor miluju mimi mimo mina minden mindenki mindenkinek
minder mindig mindre minggu minh minha minhas minsan minta minte minu minua minulla minulle minum minun minut minuten
minuti mio mir mirar mirip mis mise miski mislim misma mismo misschien missen mit mitt mittag mitte mittwoch mnie mnogo
mnoho mo mod modo moe moeder moeilijk moenie moet moeten mogelijk mogen moglie mogu mohl mohu moi moikka moim moin
moins mois moj moja moje mola molt molta moltes molti molto molts momento mon monat monate mond monde mondo mondom
mondta monta montag montre mooi mooie mooier mor mora moram morgen morgenochtend morgon morgonen morgun morir morire
morn morri mort morto morze mot mots mourir mpenzi mtoto mtu mu mucha muchas mucho muchos mudah muidu muistan muita
muito muitos mujer mujeres mujhe mujhse mul mulai mulher muli mulla mulle mult multa multe mums mun muna mund mundo
mundu mungkin mungu munka muon murah murang musi musica musik musikk musique muss musste mutlaka mutlu mutta muut muuta
muy muzica muziek mwaka mwenyewe mycket mye myliu mzee mzuri na naam naar naast nach nachdem nachmittag nachrichten
nacht nachts nad nada nadal nadie nagiging nago nagu nagy nagyobb nagyon nahi nahin naik nainen naissance naiz naja
najbardziej najlepszego najlepszy nak nakakainis nakakapagod nakakatawa nakon naku nam nama namai naman namanya nami
namin namo nampak nanay nandito nang nani nanti nao nap napenda napok napot naravno nas nasa nasaan nascita nasi nasol
nasz nasze nataka natale natin natomiast natt natulog natuurlijk nautin nav navidad nawet nay nchi ndani ndio ndiyo
ndugu ne neanche neben nebo nebude nec necesito nechce nechci neden nee neem nego nehmen nei neid neige nein nej nejde
nejsem nekad nekatuta nekem neki neko nel neler nella nem nema nemam nemen nemmeno nenhum nennen neque ner nerede
neredeyse nereye nergens nero nes nessa nesse nessun nessuna nessuno nett neue neuen neuer neues neun neve nevoie neyse
nezinu ng nga ngapain ngapi ngay ngayon ngayong ngerti ngga nggak nghe nghi ngunit nguoi nha nhe nhi nhieu nhung ni
niby nic nich nicht nichts nici nicio niciun nie niech niedziela niego niej niekas niemand niente niet nieuw nieuwe
nieuws nigdy nih nihao nihil nii niiden niin nije nik nikad nikah nikdo nikdy niko niks nikt nila nim nimeni nimic nina
ninakupenda nincs nincsenek ning ninguna nini nipote nisam nisem nisi nismo nit nitko nito nits nix niya niyan niye
niyo niyong njema noapte noaptea noc noch noche nochmal nocy nodig noe noen nog nogen noget nogle noi noin noir noite
nok nola nombre nome non nonna nonno nonostante nonton nood nooit norge noriu normalnie nors norsk nos nosaltres
nosotros nossa nosso nostra nostre nostri nostro nostru notizia notre notte nou nous nouveau nouvelle nouvelles nova
novi novo nowa nowe nowy nu nua nuestra nuestro nueva nuevo nuit nuk nukkua nulla numero nunc nunca nung nunggu nuo
nuova nuovi nuovo nur ny nya nyaman nyata nye nyheter nyo nyt nytt nyumba nzuri oameni oamenii ob oba oben obok
obrigada obrigado obwohl occhi och oczy od oda oder odio odkud odmah odottaa odpoledne oedd oft ofta oftast ofzo og
oggi ogni ognuno ohayo ohayou ohi ohne oi oikeasti oikein oishii oisko ojos okaeri okej okul olacak olan olarak oldu
oldum ole oled oleh oleks olen olet olha olhar oli olid olin olisi olisin olla ollaan ollut olma olmaz olsa olsun oltre
olur oluyor olyan om oma oman omdat omnes omnia omnis omong ona onaj onda onde onder ondertussen ondo ongeveer oni onko
onlar onnea onneksi onnellinen onni ons onszelf ont ontbijt ontem onthouden onu onun onze oo ooit ook oom op opeens
opet opnieuw opo opp opravdu ora orada orain orang orangnya oraz ordentlich ori orice oricum ormai ort os osaa osim oso
oss ostatni ostatnio otec otra otras otro otros otsukare ott ottaa otthon otto ou ouais oublie oublier oud oude ouders
oui outra outras outro outros ouvir ova ovaj ovat ovde ovdje ove overal ovo oyasumi oyun paano paar pacar pada padahal
padre padres paese pag pagal pagar pagare pagi pagkain pagkatapos pai paikka paisa paise pak pakai pake pala palabra
palagi palavra paldies paljon palju palle palun pamilya pamoja panahon panas pangalan pani panie pano pantai papier
pappa par para parah paras parece pareil parem parempi parfois parla parlar parlare parle parler parola parole parte
partei partie partir partita partout pas pasa pasado pasangan pasar paska pasko passar passato passe passer passiert
pasti pata pater paura pauvre pazar pazzo pe peab pecah peccato pech pedig pehle pek pekerjaan peki pela pelo pena
penda pendant pengar penge pengen penger pensar pensare pense penser penso penting pentru penuh peor pera perde perdere
perdre perdu perempuan pergi perjantai perkele perlu pernah pero perro persone personne personnes persze pertama
pertanyaan pes pesa pesce pessoa pessoas peste petak petang petit petits petmalu peu peur peut peuvent peux phai phir
pia piaccio piace piacere pian piangere piccola piccolo picie piedi pienso pierwszy pies pijn pikir pinaka pinoy pintar
pioggia pior piosenka piove pitanje pivo piwo plaats plac plaisir platz playa plek pleure pleurer ploaie ploua pluie
plusieurs plutselig po poate poc poco podczas pode podem podemos poder podle podoba pogledaj pogoda pohon poi poika
pois pojutrze pokud polecam polita polizei polsce polska polski pomeriggio pomoc poner pont por porfa porque porra
porta posao posle poslije possiamo possibile posso possono posta posto potere potest potom potrei pouco pourquoi
pourrait pourtant pouvoir povero poza pra praca pracy praia pranzo pratade pratar praten pravda pravo prawda prawie pre
prea precies precis precisa preciso preferito preko premier prendere prendre presente presque pri prie prieten prietena
prieteni prijatelj prijatelji prije prima primeira primeiro primera primero primo primul prin pro proberen problema
probleme prochain pronti pronto proprio prossimo prosto prova prvi przeciwko przed przepraszam przez przy pse ptdr
puasa pueblo puede pueden puedo pues puhua puhuu puis puisque pulang punkt puno punya pupunta pur puro purtroppo puso
puta putain putea putih puwede pwede pyaar pyar pytanie qua quae qual qualche qualcosa qualcuno quale quali qualquer
quam quan quand quando quant quanti quanto quase quatre quatsch quattro que queda quei quel quella quelle quelli quello
quelque quelques quem quen quer quero questa queste questi questo qui quia quid quidem quien quiere quieren quiero
quinta quis quitter quo quod quoi ra raak raar raat rad radi radim raditi rafiki ragazza ragazze ragazzi ragazzo
ragione raha rahe rahi raibh raiva rajta rakas rakastan ramai rambut rano rapaz rappelle rart rasa rasanya rauchen raum
raus raz razem recht rechts recuerdo redan redd reden reg regalo regen regent reggel reggelt regierung regner rei
reicht reise rekao rennen res resa reste rester retour retrouver revoir rex rha rhe rhi rica richtig ricordo ridere
rien riesco rigtig rijden riktig rin rire risa risada ritorno robi rohkem roi rojo rok roku roky rolig roligt rond rood
ropa rosso rossz rouge rozumiem rsrs rua rue ruf rufen ruhe ruhig ruka rum rumah rund rundt ruoka ruokaa rusak rytas
rytoj rzeczy sa saa saab saada saal saan saat saatana saath saatler sab sababu sabah sabato sabay sabe saben saber sabi
sabko sach sache sachen sada sadece safi sagde sagen saglit sagt sagte sahi sai sair sais saison sait saja saker sakin
sakit salah salamat salir salud salut saluti sam sama samaa samajh sambil samedi samen samin samma samme sammen samo
sampai samstag samt sana sanay sangat sangre sanno sano sanoa sanoi sans sao sapere sapete sapevo saranghae sarap
sarebbe sarili sasa satt satu sau saudade saudades saudara savaitgalis savo savoir savu sawa saya sayang sayo scap
scelta schade schaffen schat schatz schau schauen scheint schicken schlaf schlafen schlecht schlechte schlimm schnee
schnell schon schoon schreiben schreibt schrijven schuhe schuld schule schulen schwarz schwer schwester scris scuola
scusa scusate se seandainya sebagai sebe sebelum sebenarnya sebou sebuah sechs sed seda sedang sedap sedih sedikit
seega seele seg segera seguir segunda sehat sehe sehen sehr sei seid sein seine seinem seinen seiner seit seite seja
sejak sekali sekarang sekolah selalu selam selama selamat selber selbst selesai selle selten seluruh selv sem semalam
semana sembra semmi semmit semoga semper sempre semua semuanya sen senang senden sendiri seneng sener senere senhor
seni seniai senin seninle senki sentir sentire sento senza seorang seperti sepi ser serai serait serata serce sercu
sering serius servus ses sest sesuatu setelah setiap sett settimana seu seul seule seulement seva sevdim sevgili
seviyorum sexta shaadi shubh shule sia siamo siang siap siapa siate sice sich sicher sicuro sicut siden sidste sie
siebie siehe sieht siema siempre sien siento sier siete sig sige siger signora siguiente sih siihen siin siis sijui
sikia sikker siku sila silakan silenzio sim sina sind sinds sine singen singur sini sino sinu sinua sinulle sinun sirf
sisi sist sista sitio sitt sitten situ sitzen siya siyang siyempre siz sizin sjov sjuk ska skal ske skemmtilegt skitbra
skjer sklep skola skolan skole skolen skool skratta skrev skriva skrive skulle slaap slapen slecht slechte slik slovo
sluiten slut sluta slutt smaak sme smo smuk smutno snakke snakker snart snel snygg sobald sobie sobota sobra sobrang
sobre sofort sogar sogni sogno soha sohn soir sok sokak sokat sol sola solange solche solchen soldi soleil soll sollte
som sommar sommeil sommeren sommes sommige somn somna somos soms sonne sonno sonntag sono sonra sonst sont sopra sore
sorella sorgen sorpresa sorriso sorte sorti sortir sot sotto sous souvent sova sove sover sovit sowas sowieso soy speel
spela spelar spelen speranza spero spesso spettacolo spiel spiele spielen spielt spille spise spiser spoko spolu
sprache sprawa sprechen spreken spune sretan sta staan staat stad stadig stadt stai stan stanco stanno stasera stata
stati stato statt stau stavo ste sted steeds stehen steht stelle stellen sterben sterk sterkte stessa stesso stil
stille stimme stimmt sto stond stoppen stor stora storia straat strada straks strano studiare stuk stunde stunden su
sua suami suara subukan succes suche suchen sudah suerte suflet sugoi sui suis suka sukses sul sulit sulla sumpah suna
suno sunt suntem suo suoi suomen suomessa suomi sur surtout sus susah sutra suum suur svaki svako sve svenska svet svi
svijet svo svoj sya syempre sytuacja szabad szerda szeretem szeretlek szerint szia sziasztok szkoda szoba szombat
szybko ta taas tabii tack tackar tad tadaima tadi tady tafadhali taga tagad tage tagen tager tagit tahad tahan tahu
tahun tai taip taivas taj tak takaisin takde takhle takk takker taknak tako takut taky talaga talvea talvella talvi
tamam tambah tambien tamen tamo tamten tane tangan tanpa tant tanta tante tanti tanya tao taon tapi tapos tard tarde
tardes tardi tare tarvitsen tas tasche tata tatay tatil tato tau tausend tave tavo tawa tayo tayong te tead tebe tebi
tedy tegelt tegnap tego teie teil tej tek tekee tekrar telah teljesen tellement tem tema teman temen tempat temps temu
tengah tengo tengok tenho tenim tenker tento teplo tera terakhir teraz terbaik tere teri terima terjadi terlalu
ternyata terra terug terus terve terwijl tes testa tesz tetap tetapi tetszik teu teve tha thak thang thi thich thik
thoda thode thoi thuis ti tiap tiba tibi tid tidak tiden tidigare tidigt tiek tiempo tien tiene tienen tienes tiens
tient tierra tiga tignan tijd tijdens tik tikrai til tilbage tilbake till tillbaka tillsammans tillykke timp tinc ting
tinggal tinggi tinh tinha tipo tirar tirsdag tisch tita tito titta tittar tizio toate tobie toch tochter tod toda todas
todella todo todos toen tog toga toh tohle toho toi toivottavasti tok tol tolik toliko tolle tolong tom tombe tomber
tomu ton torna tornare torsdag tosi tot tota totes totoo tots totul toujours tous tout toute toutes tra trabaho
trabajar trabajo trabalhar trabalho tranquillo tras traum traurig travail travailler tre treaba treba treball trebuie
trecut treffen trein trek trenger treno trevlig trevligt tri trinken triste tristeza tro trochu troi trois trong trop
troppo tror trotz trotzdem trouve trouver trouwens trova trovare truc truoc trzeba trzy tu tua tud tudi tudja tudo
tudod tudom tue tuer tuh tuhan tujhe tuleb tulee tulen tuli tulis tulla tulog tulong tuloy tum tumhara tumhare tun
tunaomba tunc tunggu tuntuu tuo tuoi tur turha turi turiu turun tus tusen tusind tussen tut tutaj tutaonana tutta tutte
tutti tutto tuwing twaalf twarz twee tweede twoje ty tycker tyckte tygodnia tyle tylko tylu tym uang ubi uccidere ud
udah udahlah uden uge ugen uhr uit uiteindelijk ujian ujutro uka uke ulan ulit ultima ultimo ulubiony um uma umaga umas
umso umur un una unas unataka unbedingt und unde unei unele ung uni unii unka unke unko uno unos uns unser unsere
unseren unten unter unti untuk unu unul uomini uomo uong upendo upp urbs urlaub urte usare usiku uska uske usko usne
usted ustedes ut utan utca uten uur uus uusi uvek uvijek uwi uyku uykum uz uzun va vaak vaan vacances vacanza vacanze
vacker vad vader vado vagy vagyok vai vaig vaikka vain vaja vakantie vakar vakaras vakare vakars vakker vaknade vaknar
valaki valami valgyti vallen vam vamos vanaf vanavond vand vandaag vandaan vandag vanmiddag vanmorgen vann vannacht
vanno vanochtend vara varandra varit varje varm varmaan vas vasta vastaan vater vatten vay vaya vc ve veces vecka
veckan veckor ved vede vedere vedi vedo veel vei veilig veit vej vejo vejr vel veldig vele veled velem velmi vem ven
vendere vendredi venga vengo venir venire venn venner vennlig venter ventet vento ver vera veramente verano verdad
verdade verdammt verde verden verdens verder verdien vergangen vergeet vergessen vergeten verhaal verjaardag
verjaarsdag verkeerd verliebt verliefd verloren vero vers verschil verso verstand verstehe verstehen versteht versuchen
vertel vertellen verum verwacht vesi vestido vestito veta veut veux veya vez vezes vezi vi viagem viaggio vicces vicino
vida videre vidi vidim vidimo vidio vieja viejo viel viele vielen vielleicht viene viens vient vier viernes viet viikko
viikonloppu viimeinen vil vilken vilket vill ville vin vind vinden vindt vineri vinna vinner vino vinter vipi virkelig
vis visada vise visi visiems viskas viss visst visste vist viste visto viszont vita vite viver vivere vivir vivo vivre
vizuri vlak voce voel voelt voglia voglio voi voin voir vois voisi voitto voiture voix vol volgend volgende volgens
volim volledig volna volt volta voltak voltam voltar volte volver vom von vontade voor vooral voorbeeld voorbij vor
vorbei vorher vorne vorrei vosaltres vostra vostri vostro votre vou vous voy voz vraag vragen vrai vraiment vrea vreau
vrei vreme vremea vriend vrienden vriendin vriendje vrij vrijdag vrijeme vrlo vroeg vroeger vrouw vrouwen vse vsem vu
vui vull vuoden vuoi vuole vuosi vuotta wa waar waarom waarschijnlijk wach wache wacht wachten wahl wahr wahrheit
wahrscheinlich wakati wakker waktu wala walang walau walaupun wald wale wali wam wanita wann waren warna warte warten
warum wasser wasz wat watoto watu wczoraj wedi wedstrijd weer weet weg wegen weh weihnachten weil weinig weit weiter
weiterhin weken wel welche welchen welcher welches weleens welk welke welkom welt wem wen wenig weniger wenigstens wenn
wer werde werden werdet wereld werk werken werkt wesh weten wewe wey wichtig wie wiecie wieder wiele wielki wiem wiesz
wij wil wilde willst winkel winnen wint wir wird wirklich wirst wissen wist wkwk wkwkwk wkwkwkwk wo woche wochen
wochenende woda woensdag woh woher wohin wohl wohnen wohnung wollen wollte wolne wonen woont woord woorden worden wordt
wort worte wote wozu wszyscy wszystkich wszystkiego wszystkim wszystko wtedy wunderbar wurde wusste wyf xiexie xin ya
yaa yaad yaar yah yahan yahi yaitu yake yakin yako yan yang yangu yani yapma yapmak yarin yata yaz yeh yemek yeni yer
yeter yeu yeux yeye yg yine yksi yli yn yo yok yoksa yon yong yorgun yorgunum yoruldum yuk yun yung za zaczyna zaczynam
zahl zaidi zajebiste zakaj zaman zamiast zapatos zara zaraz zase zaten zaterdag zato zawsze zbog zdravo zdrowie ze zeer
zeg zeggen zegt zei zeigen zeigt zeit zeiten zeitung zeker zelf zelfs zelo zen zer zet zetten zi zic zice zich zie
ziehen ziek ziel ziemlich zien ziet zij zijn zile zilele zima zimmer zimno zin zindagi zio zit zitten zitto ziua zna
znaczy znam znovu znowu zo zoals zodat zoek zoeken zomaar zomer zon zondag zonder zoon zor zorgen zorionak zou zu
zuerst zufrieden zug zuhause zuk zuletzt zulke zum zur zuri zus zusammen zuschauer zwaar zwar zweer zwei zweite
zwischen zyada
`)
