/** Captions written for the recorded posts, by the language tag of their source. Several share a keyword. */
export const sentences: Readonly<Record<string, ReadonlyArray<string>>> = {
  "zh-TW": [
    "今天的拿鐵很好喝，這間咖啡店的老闆還送了一塊餅乾",
    "台積電法說會的重點整理：資本支出上修，AI 訂單還很滿",
    "週末去陽明山看夜景，風很大，記得帶外套",
    "這部電影的結局讓我想了很久，推薦大家去看",
    "捷運又誤點了，今天開會一定會遲到…",
    "自己在家做手沖咖啡，終於沒有那麼酸了 ☕️",
    "颱風假到底放不放？大家都在等消息",
    "貓咪把我的鍵盤當成床，工作進度零"
  ],
  "zh-CN": [
    "今天的拿铁很好喝，这家咖啡店的老板还送了一块饼干",
    "地铁又晚点了，开会一定会迟到",
    "这部电影的结局让我想了很久，推荐大家去看看",
    "周末去爬山，天气特别好，照片发在后面",
    "新手机的电池终于能用两天了，续航真不错",
    "程序员的一天：开会、写代码、改需求，再开会"
  ],
  yue: [
    "今日嘅凍檸茶好好飲，下次再嚟過",
    "你哋食咗飯未呀？我仲喺公司加緊班",
    "呢間咖啡店啲蛋糕真係好靚，影咗好多相",
    "巴士又遲到，我諗今日實返唔到工喇"
  ],
  en: [
    "The new coffee place around the corner bakes its own bread and I am never leaving",
    "Three trains were late today, and the third train was mine",
    "Reading about databases again; indexes explain half of my problems",
    "We went hiking on Sunday and saw two foxes near the lake",
    "Hot take: meetings without notes did not happen",
    "My cat thinks the keyboard is a bed. My code reviews now have cat hair",
    'She said "quotes, commas, and <b>tags</b> & backslashes \\ break exports" and she was right'
  ],
  ja: [
    "今日のコーヒーはとても美味しかったです。また行きたい",
    "電車が遅れていて、会議に間に合わないかもしれない",
    "週末に山へ登りました。景色が本当にきれいでした",
    "猫がキーボードの上で寝ているので仕事になりません"
  ],
  ko: [
    "오늘 마신 커피가 정말 맛있어서 또 가고 싶어요",
    "지하철이 또 늦어서 회의에 지각할 것 같아요",
    "주말에 영화를 봤는데 결말이 계속 생각나요",
    "고양이가 키보드 위에서 자고 있어요"
  ],
  fr: ["Le café du coin fait son propre pain, et je ne partirai jamais", "Le train était encore en retard ce matin"]
}

/** Appended to some captions. */
export const endings = [
  "",
  "",
  "",
  " #日常",
  " 😂😂",
  "\nhttps://example.com/read?id=7",
  "！！",
  " @amy",
  " 咖啡 coffee"
]
