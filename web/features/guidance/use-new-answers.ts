import { useState } from 'react'
import type { GuidanceRequest } from '#contract/guidance.ts'
import { newlyAnswered } from '#web/features/guidance/new-answers.ts'

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
