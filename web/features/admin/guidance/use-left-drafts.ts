import { useState } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { responseDraftKey } from '#web/features/admin/guidance/response-draft.ts'
import { forgetText, keptText } from '#web/lib/use-text-draft.ts'

/** A response in the making whose request has left the page. */
export interface LeftDraft {
  request: AdminGuidanceRequest
  text: string
}

interface LeftDrafts {
  left: LeftDraft[]
  discard: (draft: LeftDraft) => void
}

/**
 * Holds on to what is typed when its request leaves the page while it is shown, because somebody
 * else answered or hid it, or its writer deleted it.
 *
 * @param items the page as the server tells it; undefined while that is unknown
 * @param place names the page: leaving it for another loses nothing
 */
export function useLeftDrafts(input: {
  adminId: string
  items: AdminGuidanceRequest[] | undefined
  place: string
}): LeftDrafts {
  const { adminId, items, place } = input
  const [seen, setSeen] = useState<{ place: string; items: AdminGuidanceRequest[] }>()
  const [left, setLeft] = useState<LeftDraft[]>([])
  if (items && (seen?.place !== place || seen.items !== items)) {
    setSeen({ place, items })
    const before = seen?.place === place ? seen.items : []
    const isHere = ({ id }: AdminGuidanceRequest): boolean => items.some((item) => item.id === id)
    const gone = before.filter((request) => !isHere(request))
    setLeft([
      ...left.filter(({ request }) => !isHere(request)),
      ...gone.flatMap((request) => {
        const text = keptText(responseDraftKey(adminId, request))
        return text === undefined ? [] : [{ request, text }]
      }),
    ])
  }
  const discard = (draft: LeftDraft): void => {
    forgetText(responseDraftKey(adminId, draft.request))
    setLeft(left.filter((other) => other !== draft))
  }
  return { left, discard }
}
