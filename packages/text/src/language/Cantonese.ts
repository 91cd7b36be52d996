/**
 * Whether a text in Han characters is written Cantonese: weighs words used only in Cantonese against words used only in
 * written Mandarin. The method is that of canto-filter (MIT, CanCLID); the lists are our own.
 */

// Characters used only in Cantonese.
const characters =
  "嘅嗰啲咗佢喺咁噉冇哋畀嚟諗谂惗嘢瞓睇餸嘥啱喐攰癐冧𡃁嚿揾搵掟㗎噃啩啫嗱黐攞孭冚氹嗌揼趷揦嗮曱甴揸吔閪孖囖喎乜褦𨋢嚡㨃㩒"

// Characters of both languages, in contexts that are Cantonese.
const words = [
  // 點 "how", not "point" or "o'clock"
  String.raw`(?<![\d遲迟快慢一有早晚差幾几两兩二三四五六七八九十半這那這点點重觀观要地特優优缺焦熱热亮])[點点](?:[樣样解知會会做算得搞先]|[呀唧])`,
  String.raw`[琴尋寻噚]日|聽日(?![本文語本劇系樂])|听日(?![本文语本剧系乐])`,
  String.raw`[而依]家(?![庭具居人園园鄉乡長长裡里中務务政電电暴族])`,
  String.raw`(?<![旁那這这右左上下外裡里前後后身海路河一兩两周半東东西南北手無无天水床窗])[邊边](?:[個个度位科隻]|有)`,
  // the negation and the copula
  String.raw`唔(?=\p{Script=Han})`,
  String.raw`(?<=[我你佢呢先都就即真又但淨净唔定硬乜梗]|而家|原來|原来|因為|可能|應該|其實)係|[係系]咪|(?<!關)係(?=[呀囉喇啦噉咁吖咩嘅]|[,。!?])`,
  String.raw`呢(?:[個个啲度種种班隻間份次件排條套位句場杯碗單餐]|首(?![先次要度席富相]))`,
  String.raw`仲(?=[有係話要得好未可想會唔喺咁識衰])`,
  // aspect: done, doing, all
  String.raw`[做問睇食玩等講写寫行聽讀唱煲排沖湊買用搞學返諗]緊(?![張急要密])|[做食買睇講玩用搞聽去得飲煮黑濕爆壞散亂]晒`,
  String.raw`返(?:[學学工翻番嚟]|到屋|去(?=[\s,。!?~]|$))|執(?:[好返]|到寶)|食(?:[咗飯嘢埋緊過]|(?=[啦喇呀㗎]))`,
  String.raw`[我你]地(?![方球位址點区區铁鐵产產图圖震上下里裡主盘盤道理區])`,
  String.raw`[有係關做搞講食話識]咩|咩(?:話|料|事|嘢|水|呀|都|人)|喇(?!\p{Script=Han})`,
  String.raw`[一二三四五六七八九十廿幾兩百千万萬\d]\s?(?:蚊(?!子|香)|皮嘢)`,
  String.raw`(?<=[知識得好有係去話架到返])架(?=[\s,。!?~]|$)|唧(?=[?!。]|$)`,
  String.raw`未(?=呀|[聽試食做睇]過?[呀啊])|[得走坐]未(?=[呀啊?])`,
  String.raw`[坐跌放踎瞓]低(?!頭)|等陣|[低陣]先(?=[,。!]|$)|行得(?=[喇未])`,
  // my, his, expressed by a classifier
  String.raw`(?<![給给送借叫賞])[我你佢][個隻部架間條份](?=仔|女(?!人)|老[公婆豆竇闆細]|電話|袋|肚|胃|貓|狗|車|手機|波)`,
  // the whole of; only one
  String.raw`(?<![^\s,。!?我你佢])成(?:個|班|間|條|架|隻|碟|煲|枝)(?![人體])`,
  String.raw`得返(?![回還家鄉])|(?<![覺觉變变懂記记值顯显捨])得(?:我|你|佢|自己)一個`,
  String.raw`(?<![一二三四五六七八九十幾几完組组構构變变分])成[日世]|今個(?!月)|有[無冇]人|去邊(?=[好呀啊?,]|$)|返去|拍拖|利是|收聲|大佬|幾時|早唞`,
  String.raw`[我你要想去再又都未先朝晚](?:食|飲)(?![物品用堂材料譜谱慾欲指安言])|[睇試諗問傾講]下(?=[啦先呀,!]|$)|[等玩醒]下(?=[啦先呀])`,
  // to such a degree; a classifier at the start of a sentence; not yet done
  String.raw`(?<![看見见聽听遇感想說说])到(?:喊(?![話话聲声叫])|傻(?![眼子瓜逼])|[癲癫震]|嘔|爆呀|我?想[喊嘔死](?![叫話话])|碌)`,
  String.raw`(?<![^\s,。!?])(?:套戲|隻[貓狗]|首歌|件衫|架車|部機|間舖|條[友女])(?=[好真勁太係]|又)`,
  String.raw`未(?:做|買|洗|換|執|食|睇)(?=[\s,。!?呀啊~]|$)`,
  String.raw`肚餓|幾錢|好得意(?!的)|恭喜晒|食(?:[常早下晚快套]餐|下午茶)`,
  String.raw`^早晨(?=[\s,。!~呀]|$)|掂(?=[呀啦喇!]|$)|唔\?`,
  // in the north, 咋 is "how"; young writers everywhere end sentences with 吖
  String.raw`(?<=\p{Script=Han})(?<![你我他她您那在又是要說说還还会會])咋(?=[\s,。!?]|$)|咋嘛|[係啦先得食睇唔]吖`,
  String.raw`傾[偈計]|細佬|好彩(?![頭头投妝票色虹])|儲夠|一齊(?!頭)|打[邊边][爐炉]|一陣[見先]|[好真鬼]撚|行街(?!紙)|阿[sS]ir|[緊紧]要(?=[\s,。!?~呀過]|$)|最緊要|好凍|[飲食買瞓睇玩做影唱][返埋](?=[杯個餐啖覺場件次首張])|[帶擔]遮(?![陽光瑕罩])|屋企|收皮|慳|隔籬|家陣|仆街|俾|鍾意|得閒|細路|靚[仔女]|老豆|阿(?:爺|嫲|女)|幾多|頭先|同埋|跟住|嬲|(?<![貓猫媽妈])咪(?=[住就係玩搞再])|搞掂|好似(?=[係話唔])|掛住|震緊|打鑊|因住|多謝晒|唔該|嘈醒|返嚟|咁樣|孤寒|鬼咁`,
  String.raw`(?<=[好幾])正(?=[\s,。!?~呀喎]|$)|(?<=[好幾最太])(?:靚|抵(?![抗達达制押擋消])|論盡|勁(?=[\s,。!?~呀]|$))|超勁(?!爆)`
]
const cantonese = new RegExp(`[${characters}]|${words.join("|")}`, "gu")

const strongMandarin =
  /[這这哪您們们她吗嗎呗]|[什甚][麼么]|怎[麼么樣样]|[還还][是好有會会要在沒没]|[沒没]有|不[是會会要能知想用同]|[說说][的了過过]|吃|那[個个些麼么裡里]|喜[歡欢]|[東东]西|[看说說]到|[為为]什|一起|一下|[現现]在|[時时]候/gu
const weakMandarin = /[那的是他它看吧沒没么麼些了卻却說说弄也很在和]|[覺觉]得/gu

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

export const isCantonese = (text: string): boolean => {
  const evidence = count(text, cantonese)
  if (evidence === 0) return false
  const against = count(text, strongMandarin) + 0.34 * count(text, weakMandarin)
  return evidence >= 2 ? evidence >= against : against < 0.7
}
