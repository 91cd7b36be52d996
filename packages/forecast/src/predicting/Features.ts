/**
 * What the forecast is made from. The base is the model of Szabo and Huberman ("Predicting the popularity of online
 * content", 2010): the logarithm of a later count is linear in the logarithm of the count now. The other features add
 * how fast the count grows, which is what point processes such as SEISMIC (Zhao et al., 2015) and the reinforced Poisson
 * process (Shen et al., 2014) build on, and what is known of the post.
 */
import { at, clamp } from "./Arrays.ts"
import { countAt, type Curve, type Traits } from "./Course.ts"

export const featureCount = 19
/** The first of them make up the model of Szabo and Huberman. */
export const baseFeatures = 2

const log1p = Math.log1p

/** Ages from which the growth up to now is taken, as shares of the age. */
const half = 1 / 2
const sixth = 1 / 6
const threeQuarters = 3 / 4
/** Without an observation before this share of the age, growth is unknown: views may begin hours after posting. */
const knownBefore = 0.6

export const levelOf = (count: number): number => log1p(count)

/** What no author or text has: beyond, a line would go on to anything. */
const most = { followers: 1e9, length: 1e5 }

const finite = (value: number): number => (Number.isFinite(value) ? value : 0)

/** All are of a size around 1, so that one strength of shrinkage suits all. */
export const writeFeatures = (into: Float64Array, offset: number, curve: Curve, traits: Traits): void => {
  const age = at(curve.ages, curve.ages.length - 1)
  const count = at(curve.counts, curve.counts.length - 1)
  const level = levelOf(count)
  const isGrowthKnown = at(curve.ages, 0) <= age * knownBefore
  const recent = isGrowthKnown ? level - levelOf(countAt(curve, age * half)) : 0
  const lately = countAt(curve, age * threeQuarters)
  const turn = (2 * Math.PI * finite(traits.hour)) / 24
  const values = [
    1,
    level / 3,
    ((level - 4) / 4) ** 2,
    1 / Math.sqrt(1 + count),
    count < 1 ? 1 : 0,
    recent,
    // A post that still grows evenly grows far more than twice as much as one that slows down, and the more so the larger.
    recent ** 2,
    (recent * level) / 4,
    isGrowthKnown ? (level - levelOf(countAt(curve, age * sixth))) / 2 : 0,
    isGrowthKnown ? (level - levelOf(lately)) * 2 : 0,
    isGrowthKnown ? log1p(count - lately) / 3 : 0,
    isGrowthKnown ? 0 : 1,
    traits.followers === null ? 0 : (log1p(clamp(finite(traits.followers), 0, most.followers)) - 6) / 3,
    traits.followers === null ? 1 : 0,
    Math.sin(turn),
    Math.cos(turn),
    log1p(clamp(finite(traits.length), 0, most.length)) - 4,
    traits.hasMedia ? 1 : 0,
    traits.isReply ? 1 : 0
  ]
  for (let index = 0; index < featureCount; index += 1) into[offset + index] = at(values, index)
}

/** Bands of followers by powers of ten; the last is "unknown". */
export const followerBands = 9

export const followerBandOf = ({ followers }: Traits): number =>
  followers === null
    ? followerBands - 1
    : Math.min(followerBands - 2, Math.floor(Math.log10(1 + Math.max(0, finite(followers)))))
