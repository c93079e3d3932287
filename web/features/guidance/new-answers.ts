import { useState } from 'react'
import type { GuidanceRequest } from '#contract/guidance.ts'

/** The requests that were answered while the page was open, latest first. */
export function useNewAnswers(requests: GuidanceRequest[]): GuidanceRequest[] {
  const [known, setKnown] = useState(requests)
  const [answered, setAnswered] = useState<GuidanceRequest[]>([])
  if (requests !== known) {
    const latest = newlyAnswered(known, requests)
    setKnown(requests)
    if (latest.length > 0) {
      const isEarlier = ({ id }: GuidanceRequest): boolean => latest.every((one) => one.id !== id)
      setAnswered([...latest, ...answered.filter(isEarlier)])
    }
  }
  return answered
}

/** The fields that determine how many answers a request has. */
export type Answers = Pick<GuidanceRequest, 'id' | 'respondedAt' | 'followUp'>

/** The requests that have more answers than when they were last read. */
export function newlyAnswered<T extends Answers>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Map(before.map((request) => [request.id, answerCount(request)]))
  return after.filter((request) => answerCount(request) > (known.get(request.id) ?? 2))
}

function answerCount({ respondedAt, followUp }: Answers): number {
  return [respondedAt, followUp?.respondedAt].filter(Boolean).length
}
