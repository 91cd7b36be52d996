/**
 * How much more a topic is talked about at some times than at others: a weekly rhythm of its own, and news that rises within
 * hours and fades over days. Pure, like everything here.
 */
import { dayMillis, hourMillis } from "../../runtime/Time.ts"
import { between, chance, fraction, hash, logBetween, purposes, randomOf } from "./Random.ts"
import { type PostId, slotMillis } from "./Slots.ts"
import type { NonEmpty, Topic, Vocabulary } from "./Languages.ts"

/** A topic has at most one piece of news in each. */
const periodMillis = 5 * dayMillis
const shareOfPeriodsWithNews = 0.5
/** News of earlier periods has faded. */
const periodsInMind = 3
const weekMillis = 7 * dayMillis
const weeklyAmplitude = 0.25

/** Conversations for each usual one that the news of a period adds. */
const newsAt = (seed: number, subject: number, period: number, millis: number): number => {
  const random = randomOf(seed, subject, period, purposes.trend)
  if (!chance(random, shareOfPeriodsWithNews)) return 0
  const start = (period + random.next()) * periodMillis
  const height = logBetween(random, 0.7, 7)
  const riseMillis = between(random, 2, 10) * hourMillis
  const halfLifeMillis = logBetween(random, 8, 40) * hourMillis
  const age = millis - start
  if (age <= 0) return 0
  return age < riseMillis ? (height * age) / riseMillis : height * 2 ** ((riseMillis - age) / halfLifeMillis)
}

/** 1 is usual. */
const attentionAt = (seed: number, subject: number, millis: number): number => {
  const phase = fraction(seed, subject, purposes.trend)
  const rhythm = 1 + weeklyAmplitude * Math.sin(2 * Math.PI * (millis / weekMillis + phase))
  const period = Math.floor(millis / periodMillis)
  const news = Array.from({ length: periodsInMind }, (_, back) => newsAt(seed, subject, period - back, millis))
  return rhythm + news.reduce((sum, one) => sum + one, 0)
}

/** The topics of a vocabulary with their shares of the conversations that start in the slot of a post. */
export const topicsAt = (seed: number, { tag, topics }: Vocabulary, { slot }: PostId): NonEmpty<Topic> => {
  const language = hash(...Buffer.from(tag))
  const [first, ...rest] = topics
  const weighed = (topic: Topic, index: number): Topic => ({
    ...topic,
    weight: topic.weight * attentionAt(seed, hash(language, index), slot * slotMillis)
  })
  return [weighed(first, 0), ...rest.map((topic, index) => weighed(topic, index + 1))]
}
