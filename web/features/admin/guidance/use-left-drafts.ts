import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { type ListPage, leftEntries } from '#web/features/admin/guidance/left-entries.ts'
import { responseDraftKey } from '#web/features/admin/guidance/response-draft.ts'
import { claimScope } from '#web/features/admin/guidance/use-claim.ts'
import { forgetText, keptText } from '#web/lib/use-text-draft.ts'

/** A response in the making whose request is no longer open. */
export interface LeftDraft {
  request: AdminGuidanceRequest
  text: string
}

interface LeftDrafts {
  left: LeftDraft[]
  discard: (draft: LeftDraft) => void
}

/**
 * Holds on to what is typed when its request leaves the list while it is shown, because somebody
 * else answered or hid it, or its writer deleted it. A response that is being sent is none of these,
 * though the list may know of it before its own answer comes.
 *
 * @param list the page as the server tells it; undefined while that is unknown
 * @param place names the page: leaving it for another loses nothing
 */
export function useLeftDrafts(input: {
  adminId: string
  list: ListPage<AdminGuidanceRequest> | undefined
  place: string
}): LeftDrafts {
  const { adminId, list, place } = input
  const [seen, setSeen] = useState<{ place: string; items: readonly AdminGuidanceRequest[] }>()
  const [gone, setGone] = useState<AdminGuidanceRequest[]>([])
  if (list && (seen?.place !== place || seen.items !== list.items)) {
    const before = seen?.place === place ? seen.items : []
    const isHere = ({ id }: AdminGuidanceRequest): boolean =>
      list.items.some((item) => item.id === id)
    setSeen({ place, items: list.items })
    setGone([...gone.filter((request) => !isHere(request)), ...leftEntries(before, list)])
  }
  const isSending = useIsSending()
  const left = gone.flatMap((request) => {
    const text = keptText(responseDraftKey(adminId, request))
    return text === undefined || isSending(request.id) ? [] : [{ request, text }]
  })
  const discard = ({ request }: LeftDraft): void => {
    forgetText(responseDraftKey(adminId, request))
    setGone(gone.filter((other) => other !== request))
  }
  return { left, discard }
}

/** Whether something about a request is on its way to the server from this page. */
function useIsSending(): (requestId: number) => boolean {
  const client = useQueryClient()
  // Draws again when the last one has been answered.
  useIsMutating()
  return (requestId) =>
    client.isMutating({
      predicate: ({ options }) => options.scope?.id === claimScope(requestId).id,
    }) > 0
}
