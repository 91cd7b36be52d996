/** The text of posts as a reader sees it, and what instances mark in it: our own posts, in the shapes of servers. */
import { assert, it } from "@effect/vitest"
import type { TextMarkKind } from "@heddle/text"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { markedText } from "../../../src/sources/mastodon/StatusText.ts"

type Marked = readonly [kind: TextMarkKind, part: string]

const read = (html: string): readonly [string, ReadonlyArray<Marked>] => {
  const { text, marks } = markedText(html)
  return [text, marks.map(({ start, end, kind }) => [kind, text.slice(start, end)])]
}

const mention = (name: string) =>
  `<span class="h-card" translate="no"><a href="https://a.example/@${name}" class="u-url mention">@<span>${name}</span></a></span>`
const hashtag = (name: string) =>
  `<a href="https://a.example/tags/${name}" class="mention hashtag" rel="tag">#<span>${name}</span></a>`
const address = (shown: string, rest: string) =>
  `<a href="https://${shown}${rest}" target="_blank" rel="nofollow noopener"><span class="invisible">https://</span><span class="ellipsis">${shown}</span><span class="invisible">${rest}</span></a>`

const posts: ReadonlyArray<readonly [html: string, text: string, marks?: ReadonlyArray<Marked>]> = [
  // Handles.
  [`<p>${mention("ann")} 早安</p>`, "@ann 早安", [["mention", "@ann"]]],
  [
    `<p>${mention("ann")} ${mention("ben")} hi</p>`,
    "@ann @ben hi",
    [
      ["mention", "@ann"],
      ["mention", "@ben"]
    ]
  ],
  [
    '<p>@<a href="https://f.example/ann" class="u-url mention"><span>ann</span></a> hi</p>',
    "@ann hi",
    [["mention", "@ann"]]
  ],
  [
    '<a class="u-url mention" data-user="1" href="https://p.example/ann" rel="ugc">@<span>ann</span></a> おはよう',
    "@ann おはよう",
    [["mention", "@ann"]]
  ],
  [
    '<p><a href="https://m.example/@ann" class="u-url mention">@ann@m.example</a> 안녕</p>',
    "@ann@m.example 안녕",
    [["mention", "@ann@m.example"]]
  ],
  ['<p><a class="mention status-link" href="https://g.example/g">!group</a></p>', "!group", [["mention", "!group"]]],
  // Hashtags.
  [`<p>今天的 ${hashtag("咖啡")} 很好喝</p>`, "今天的 #咖啡 很好喝", [["hashtag", "#咖啡"]]],
  [
    `<p>${hashtag("朝活")}${hashtag("コーヒー")}</p>`,
    "#朝活#コーヒー",
    [
      ["hashtag", "#朝活"],
      ["hashtag", "#コーヒー"]
    ]
  ],
  ['<p><a href="https://m.example/tags/cat" rel="tag">#cat</a></p>', "#cat", [["hashtag", "#cat"]]],
  [
    '<a class="hashtag" data-tag="cat" href="https://p.example/tag/cat" rel="tag ugc">#cat</a>',
    "#cat",
    [["hashtag", "#cat"]]
  ],
  ['#<a href="https://f.example/search?tag=cat" rel="tag"><span>cat</span></a>', "#cat", [["hashtag", "#cat"]]],
  // Addresses.
  [
    `<p>看 ${address("news.example/articles/4c7e", "0000000")} 的報導</p>`,
    "看 https://news.example/articles/4c7e0000000 的報導",
    [["link", "https://news.example/articles/4c7e0000000"]]
  ],
  [
    '<p><a href="https://a.example/x">https://a.example/x</a></p>',
    "https://a.example/x",
    [["link", "https://a.example/x"]]
  ],
  [
    '<p><a href="https://a.example/x?a=1&amp;b=2">a.example/x?a=1&amp;b=2</a></p>',
    "a.example/x?a=1&b=2",
    [["link", "a.example/x?a=1&b=2"]]
  ],
  ['<p><a href="https://www.a.example/long/path">a.example/lo…</a></p>', "a.example/lo…", [["link", "a.example/lo…"]]],
  [
    '<p><a href="https://a.example/%E5%92%96">https://a.example/咖</a></p>',
    "https://a.example/咖",
    [["link", "https://a.example/咖"]]
  ],
  ['<p><a href="mailto:ann@a.example">ann@a.example</a></p>', "ann@a.example", [["link", "ann@a.example"]]],
  [
    `<p>one ${address("a.example/1", "")}</p><p>two ${address("b.example/2", "")}</p>`,
    "one https://a.example/1\n\ntwo https://b.example/2",
    [
      ["link", "https://a.example/1"],
      ["link", "https://b.example/2"]
    ]
  ],
  // Links with words of their own.
  ['<p>我喜歡<a href="https://c.example/">咖啡店</a></p>', "我喜歡咖啡店", [["text", "咖啡店"]]],
  ['<p><a href="https://n.example/"><em>Node.js</em></a> is out</p>', "Node.js is out", [["text", "Node.js"]]],
  ['<p>詳しくは<a href="https://a.example/x"> こちら </a>を</p>', "詳しくは こちら を", [["text", "こちら"]]],
  ['<p>see <a name="x">here</a></p>', "see here"],
  ['<p>see <a href="https://a.example/x"></a>here</p>', "see here"],
  ['<p>see <a href="https://a.example/x"> </a>here</p>', "see here"],
  // Pictures.
  [
    '<p>おめでとう <img class="emoji" alt=":tada_party:" src="x"> !</p>',
    "おめでとう :tada_party: !",
    [["emoji", ":tada_party:"]]
  ],
  ['<p>好<img class="custom-emoji" alt="blob" src="x">好</p>', "好:blob:好", [["emoji", ":blob:"]]],
  ['<p>yes <img alt=":blob_cat:" draggable="false" src="x"></p>', "yes :blob_cat:", [["emoji", ":blob_cat:"]]],
  ['<p>ok <img class="emoji" title=":ok@m.example:" src="x"></p>', "ok :ok@m.example:", [["emoji", ":ok@m.example:"]]],
  ['<p>hi <img class="emoji" alt="😀" src="x"></p>', "hi 😀"],
  ['<p>a <img alt="a picture of a cat" src="x"> b</p>', "a b"],
  [
    '<p><a href="https://a.example/x">good <img class="emoji" alt=":x_y:" src="x"> news</a></p>',
    "good :x_y: news",
    [
      ["text", "good"],
      ["emoji", ":x_y:"],
      ["text", "news"]
    ]
  ],
  // Readings.
  ["<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>に行く", "東京に行く"],
  ["<p><ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>駅</p>", "東京駅"],
  ["<ruby>漢<rp>（<rt>hàn<rp>）</rp>字<rt>zì</ruby>好", "漢字好"],
  ["<ruby>\n  <rb>東</rb>\n  <rb>京</rb>\n  <rtc><rt>とう</rt></rtc>\n</ruby>", "東京"],
  // What stands alone.
  ["<dl><dt>k</dt><dd>v</dd><dt>l</dt><dd>w</dd></dl>", "k\nv\nl\nw"],
  ["<details><summary>S</summary>body</details>after", "S\nbody\nafter"],
  ["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>", "a b\nc d"],
  [
    "<table><thead><tr><th>甲</th><th>乙</th></tr></thead><tbody><tr><td>丙</td><td>丁</td></tr></tbody></table>",
    "甲 乙\n丙 丁"
  ],
  ["<table><caption>c</caption><tr><td>a<td>b<tr><td>c</table>d", "c\na b\nc\nd"],
  ["a<section>b</section>c", "a\nb\nc"],
  ["<article>a</article><article>b</article>", "a\nb"],
  ["a<hr>b", "a\n\nb"],
  ["<figure><img src=x alt=cat><figcaption>cap</figcaption></figure>text", "cap\n\ntext"],
  ["<h1>Title</h1>text", "Title\n\ntext"],
  ["<div>a</div><div>b</div>", "a\nb"],
  ["<ol><li>a</li><li>b<ul><li>c</li></ul></li></ol>d", "a\nb\n\nc\n\nd"],
  ["<header>a</header><main>b</main><footer>c</footer>", "a\nb\nc"],
  ["<p>a</p>\n<p>b</p>", "a\n\nb"],
  ["<pre><code>let a\n  let b\n</code></pre><p>c</p>", "let a\nlet b\n\nc"],
  ["<p>x</p><pre>\na\n\nb</pre>", "x\n\na\n\nb"],
  // What joins.
  ["<p>今<b>天</b>天<span>氣</span>很<code>好</code></p>", "今天天氣很好"],
  ["<p>super<wbr>cali<wbr/>fragile</p>", "supercalifragile"],
  ["<p>H<sub>2</sub>O and x<sup>2</sup></p>", "H2O and x2"],
  ["<p>a<br>b<br />c</p>", "a\nb\nc"],
  ["<p>a <br> b</p>", "a\nb"],
  ["<p>  a \n\t b  </p>", "a b"],
  ["<p>a&nbsp;b&#160;</p><p>　c</p>", "a\u00a0b\n\nc"],
  ["<p>1 &lt; 2 &amp; 3</p>", "1 < 2 & 3"],
  ["<p>a<!-- b -->c</p>", "ac"],
  ["<p hidden>a</p>b", "b"],
  [
    `<p class="quote-inline">RE: ${address("a.example/1", "")}</p><p>${mention("ann")}</p>`,
    "@ann",
    [["mention", "@ann"]]
  ],
  [
    `<p> ${mention("ann")}&nbsp;</p> <p> ${hashtag("cat")} </p>`,
    "@ann\n\n#cat",
    [
      ["mention", "@ann"],
      ["hashtag", "#cat"]
    ]
  ],
  [`<p>👨‍👩‍👧 𠮷 ${mention("ann")}</p>`, "👨‍👩‍👧 𠮷 @ann", [["mention", "@ann"]]],
  ["plain text", "plain text"],
  ["", ""]
]

it("posts in the shapes of servers have the text and the marks that a reader sees", () => {
  assert.isAtLeast(posts.length, 60)
  for (const [html, text, marks = []] of posts) assert.deepStrictEqual(read(html), [text, marks], html)
})

/** A part of a post: words, an element around parts, or something that is marked. */
type Node =
  | { readonly words: string }
  | { readonly element: string; readonly inner: ReadonlyArray<Node> }
  | { readonly html: string; readonly shown: string; readonly kind: TextMarkKind }

const breaksOf: Readonly<Record<string, number>> = { p: 2, blockquote: 2, div: 1, section: 1, b: 0, span: 0 }

const htmlOf = (node: Node): string => {
  if ("words" in node) return node.words === "\n" ? "<br>" : node.words
  if ("html" in node) return node.html
  return `<${node.element}>${node.inner.map(htmlOf).join("")}</${node.element}>`
}

/** The characters one by one, where a number asks for at least so many line breaks. */
const piecesOf = (node: Node): ReadonlyArray<string | number> => {
  if ("words" in node) return [...node.words]
  if ("html" in node) return [...node.shown]
  const breaks = breaksOf[node.element] ?? 0
  return [breaks, ...node.inner.flatMap(piecesOf), breaks]
}

/** Looks at every gap between visible characters on its own. */
const naiveText = (nodes: ReadonlyArray<Node>): string => {
  let text = ""
  let gap: Array<string | number> = []
  for (const piece of nodes.flatMap(piecesOf)) {
    if (typeof piece === "number" || piece.trim() === "") {
      gap.push(piece)
      continue
    }
    const breaks = gap.reduce<number>(
      (count, one) => (typeof one === "number" ? Math.max(count, one) : count + (one === "\n" ? 1 : 0)),
      0
    )
    const space = gap.includes(" ") ? " " : ""
    text += (text === "" ? "" : breaks > 0 ? "\n".repeat(breaks) : space) + piece
    gap = []
  }
  return text
}

const markedNode = fc
  .nat(999)
  .chain((number) =>
    fc.constantFrom<Node>(
      { html: mention(`n${number}`), shown: `@n${number}`, kind: "mention" },
      { html: hashtag(`標${number}`), shown: `#標${number}`, kind: "hashtag" },
      { html: address(`a.example/${number}`, "0"), shown: `https://a.example/${number}0`, kind: "link" },
      { html: `<a href="https://a.example/${number}">店${number}</a>`, shown: `店${number}`, kind: "text" },
      { html: `<img class="emoji" alt=":e${number}:">`, shown: `:e${number}:`, kind: "emoji" }
    )
  )

const { node: anyNode } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.record({ words: fc.constantFrom("a", " ", "  ", "\n", "天氣", " 😀", "𠮷 ", "é") }),
    markedNode,
    fc.record({
      element: fc.constantFrom("p", "blockquote", "div", "section", "b", "span"),
      inner: fc.array(tie("node"), { maxLength: 4 })
    })
  )
}))

const marksIn = (node: Node): ReadonlyArray<Marked> => {
  if ("html" in node) return [[node.kind, node.shown]]
  return "inner" in node ? node.inner.flatMap(marksIn) : []
}

/** A paragraph ends where another block begins, so it has none inside. */
const isFlat = (node: Node): boolean =>
  !("inner" in node) ||
  (node.inner.every(isFlat) && (node.element !== "p" || node.inner.every((inner) => !hasBlock(inner))))

const hasBlock = (node: Node): boolean =>
  "inner" in node && ((breaksOf[node.element] ?? 0) > 0 || node.inner.some(hasBlock))

it("any tree of elements has the text of a naive renderer, and marks are the parts that were marked", () => {
  fc.assert(
    fc.property(fc.array(anyNode, { maxLength: 8 }), (nodes) => {
      fc.pre(nodes.every(isFlat))
      const [text, marks] = read(nodes.map(htmlOf).join(""))
      assert.strictEqual(text, naiveText(nodes))
      assert.deepStrictEqual(marks, nodes.flatMap(marksIn))
    }),
    { numRuns: runs(200) }
  )
})

it("the time to read a post grows with its length, and no faster", () => {
  const many = (piece: string) => piece.repeat(Math.ceil(250_000 / piece.length))
  for (const html of [
    many('<a href="x">'),
    many(`<a href="x">a</a>${mention("a")}`),
    many('<p><a href="x">a&nbsp;</a>'),
    `<a href="https://a.example/${many("%")}">a.example/${many("%")}x…</a>`,
    many(`<a href="https://a.example/x">a.example/${"%/".repeat(500)}x…</a>`)
  ]) {
    assert.isAtMost(read(html)[1].length, 200)
  }
})
