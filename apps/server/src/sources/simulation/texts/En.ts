import type { Vocabulary } from "./Vocabulary.ts"

export const en: Vocabulary = {
  tag: "en",
  joiners: [". ", "\n", " — ", ". "],
  gap: " ",
  openers: [
    "ok so ",
    "honestly, ",
    "hot take: ",
    "unpopular opinion: ",
    "anyone else? ",
    "PSA: ",
    "life update: ",
    "just now: "
  ],
  words: {
    family: [
      "Miller",
      "Nguyen",
      "Garcia",
      "Patel",
      "Brown",
      "Kim",
      "Okafor",
      "Rossi",
      "Walker",
      "Singh",
      "Larsen",
      "Reyes"
    ],
    given: ["Emma", "Liam", "Maya", "Noah", "Priya", "Lucas", "Zoe", "Owen", "Ava", "Theo", "Ines", "Kofi"],
    city: [
      "Austin",
      "Brooklyn",
      "Seattle",
      "Chicago",
      "London",
      "Toronto",
      "Portland",
      "Oakland",
      "Dublin",
      "Melbourne"
    ],
    time: ["this morning", "last night", "at lunch", "after work", "just now", "this weekend", "at 2am", "this week"],
    person: [
      "my mom",
      "my coworker",
      "my manager",
      "my roommate",
      "my brother",
      "the guy next to me",
      "my partner",
      "my neighbor",
      "a client",
      "my dad"
    ],
    feeling: [
      "I can't stop smiling",
      "I might cry",
      "I am not okay",
      "zero regrets",
      "still thinking about it",
      "10/10 would do again",
      "send help",
      "worth every minute"
    ],
    dish: [
      "ramen",
      "breakfast tacos",
      "dumplings",
      "a smash burger",
      "pho",
      "pizza",
      "pad thai",
      "a bagel",
      "birria",
      "curry"
    ],
    drink: ["flat white", "cortado", "cold brew", "oat latte", "pour-over", "espresso", "cappuccino"],
    tool: ["ChatGPT", "Claude", "Gemini", "Copilot", "Cursor", "Perplexity"],
    task: [
      "write meeting notes",
      "review my code",
      "plan a trip",
      "fix my resume",
      "draft emails",
      "clean up a spreadsheet",
      "explain a contract"
    ],
    place: [
      "my keyboard",
      "a cardboard box",
      "my pillow",
      "the top of the fridge",
      "the laundry basket",
      "my suitcase"
    ],
    artist: [
      "Taylor Swift",
      "Phoebe Bridgers",
      "The National",
      "Beyoncé",
      "Billie Eilish",
      "Coldplay",
      "Chappell Roan",
      "Bad Bunny"
    ],
    team: ["the Dodgers", "the Yankees", "the Mets", "the Cubs", "the Mariners", "the Blue Jays"],
    phone: ["phone", "laptop", "headphones", "tablet", "monitor", "keyboard"],
    weather: [
      "pouring rain out of nowhere",
      "hot enough to melt",
      "freezing",
      "windy again",
      "finally sunny",
      "foggy all day"
    ]
  },
  topics: [
    {
      weight: 14,
      lead: [
        "found a coffee place in {city} with the best {drink}, {feeling}",
        "coffee first, opinions later",
        "{4-9} dollars for a coffee and somehow {feeling}",
        "day {3-90} of making coffee at home and my {drink} finally tastes right",
        "{person} drinks coffee at 9pm and sleeps like a baby, how"
      ],
      more: [
        "the barista remembered my name",
        "plenty of outlets, quiet on weekdays",
        "they roast their own beans",
        "the pastries are dangerous",
        "address in the replies",
        "never after 3pm again"
      ],
      tags: ["coffee", "coffeetime", "specialtycoffee", "cafe"],
      emoji: ["☕️", "🥐", "🤎"]
    },
    {
      weight: 16,
      lead: [
        "used AI to {task} and it took {5-30} minutes instead of {2-6} hours",
        "{person} now asks AI everything, including what to eat",
        "tried every AI tool this month, only {tool} stayed",
        "got asked if AI wrote my report. {feeling}",
        "AI won't take your job, but {tool} will absolutely {task} before you finish your tea",
        "an AI just gave me the wrong answer with the confidence of {person}"
      ],
      more: [
        "still check everything yourself",
        "clear prompts make all the difference",
        "is {20-30} dollars a month worth it?",
        "what are you all using?",
        "full workflow in the replies",
        "the hard part is knowing what you want"
      ],
      tags: ["AI", "AItools", "productivity", "buildinpublic"],
      emoji: ["🤖", "✨", "😂", "👀"]
    },
    {
      weight: 13,
      lead: [
        "my cat pushed my {phone} off the desk {time} and kept eye contact",
        "is it normal for a cat to live on {place}?",
        "adopted a cat {3-300} days ago, {feeling}",
        "cats only want {place}, never the bed you paid {20-120} dollars for",
        "{person} said no pets and is now asleep with the cat"
      ],
      more: [
        "awake at {4-6}am every day",
        "appears the second a can opens",
        "name suggestions welcome",
        "who could say no to this face",
        "vet says she is perfect, my wallet is not"
      ],
      tags: ["cat", "catlife", "adoptdontshop"],
      emoji: ["🐱", "🐈", "😹", "🐾"]
    },
    {
      weight: 11,
      lead: [
        "TSMC earnings: margins at {52-61}%, and the stock still dropped {1-4}%",
        "bought the stock at the top again, {feeling}",
        "my portfolio is up {2-38}% and I have no idea why",
        "{person} asked me which stock to buy. never again"
      ],
      more: [
        "not financial advice",
        "holding for the long run",
        "not opening the app today",
        "index funds stay undefeated",
        "chips are the new oil I guess"
      ],
      tags: ["stocks", "investing", "TSMC", "semiconductors"],
      emoji: ["📈", "📉", "💸", "🫠"]
    },
    {
      weight: 11,
      lead: [
        "{artist} concert {time}, {feeling}",
        "position {3000-98000} in the queue for {artist} concert tickets",
        "went to a concert alone for the first time, {feeling}",
        "concert tickets are {80-480} dollars now??"
      ],
      more: [
        "the person next to me cried the whole time",
        "encore was {3-6} songs",
        "lost my voice completely",
        "scalpers are the worst",
        "next time I am getting floor seats"
      ],
      tags: ["concert", "livemusic", "tickets"],
      emoji: ["🎤", "🎶", "😭", "🔥"]
    },
    {
      weight: 8,
      lead: [
        "{team} in {10-13} innings, baseball is a beautiful sport",
        "took {person} to a first baseball game, all they remember is {dish}",
        "{team} bullpen is why I have trust issues. baseball, man"
      ],
      more: [
        "that homer in the {7-9}th",
        "caught a foul ball!",
        "see you all tomorrow",
        "the strike zone is a mystery"
      ],
      tags: ["baseball", "MLB"],
      emoji: ["⚾️", "🔥", "📣"]
    },
    {
      weight: 13,
      lead: [
        "waited {20-90} minutes for {dish} in {city}, {feeling}",
        "had {dish} {time} and {feeling}",
        "best {dish} in {city}? go",
        "{person} makes better {dish} than any restaurant"
      ],
      more: ["diet starts tomorrow", "extra spicy or nothing", "cash only, worth it", "portion for two people easily"],
      tags: ["food", "foodie", "dinner"],
      emoji: ["🤤", "🍜", "🌮", "😋"]
    },
    {
      weight: 14,
      lead: [
        "quit my job {time}, {feeling}",
        "{2-8} months of job hunting and I finally got an offer",
        "interviewer asked why I want to leave my job and I almost told the truth",
        "{city} is {weather} and I still have to go to work",
        "work chat at {10-11}pm: do you answer?"
      ],
      more: [
        "remote work ruined offices for me",
        "rewrote my resume {4-20} times",
        "thank you all for the support",
        "going to sleep for a week",
        "take an umbrella"
      ],
      tags: ["jobsearch", "career", "worklife", "weather"],
      emoji: ["💼", "🥲", "🙏", "🎉"]
    }
  ],
  stories: [
    "{2-9} years ago I was commuting into {city} every single day and falling asleep with the lights on",
    "then {person} told me that I didn't have to prove anything today, I only had to get through it",
    "it took me {3-18} months to see that effort without direction is just noise",
    "one day I was eating {dish} by a window and noticed that things were not so bad after all",
    "people always ask about money: I put away {10-40}% first and live on what is left, that is the whole trick",
    "the second change was notifications. everything off, phone in another room",
    "friends think I am disciplined, but really I cut every task so small that there is no excuse left",
    "of course there are bad days, and I have cried on a train {time} and gone to work anyway",
    "if you are stuck right now: sleep, eat something warm, walk for {20-60} minutes, then look at it again",
    "this won't work for everybody, but it got me through a hard year in {city}",
    "most people see the result and not the {4-30} failures before it, and those were the useful part",
    "thank you for reading this far, save it and come back in {3-12} months"
  ],
  replies: [
    "same here honestly",
    "I'm crying laughing",
    "what's the name of the place?",
    "saved, thank you",
    "{person} said exactly this",
    "too real",
    "{feeling}",
    "congratulations!!",
    "where in {city}?",
    "hard disagree, it depends",
    "you've got this",
    "this happened to me yesterday",
    "waiting for part two",
    "the replies are better than the post",
    "finally someone said it"
  ],
  biographies: [
    "{city} based. cats and code",
    "coffee person, amateur baker",
    "writing things down in {city}",
    "I test {tool} so you don't have to",
    "{artist} stan account, mostly",
    "opinions are my cat's"
  ],
  fullName: "{given} {family}"
}
