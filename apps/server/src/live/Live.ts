/** The room as the server builds it: what asks the network itself, over sources (`LiveSources`) that are already there. */
import { Layer } from "effect"
import { LiveAuthors } from "./LiveAuthors.ts"
import { LiveChain } from "./LiveChain.ts"
import { LivePosts } from "./LivePosts.ts"
import { LiveReader } from "./LiveReader.ts"
import { LiveWriteBack } from "./LiveWriteBack.ts"

export const LiveLayer = Layer.mergeAll(LivePosts.layer, LiveAuthors.layer, LiveChain.layer).pipe(
  Layer.provideMerge(LiveReader.layer),
  Layer.provideMerge(LiveWriteBack.layer)
)
