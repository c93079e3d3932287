import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { type ListPage, leftEntries } from '#web/features/admin/guidance/left-entries.ts'
import { responseDraftKey } from '#web/features/admin/guidance/response-draft.ts'
import { entryScope } from '#web/features/admin/queue/queries.ts'
import { forgetText, keptText } from '#web/lib/use-draft.ts'

/** An unsent response whose request is no longer in the list. */
export interface LeftDraft {
  request: AdminGuidanceRequest
  text: string
}

interface LeftDrafts {
  left: LeftDraft[]
  discard: (draft: LeftDraft) => void
}

/**
 * Keeps the drafts of requests that leave the list while it is shown, because somebody else answered
 * or hid them or their author deleted them. A response that is being sent doesn't count, although
 * the list may change before its own answer arrives.
 *
 * @param list the page as the server returned it; undefined until then
 * @param place identifies the page; drafts are not reported when the page changes
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

/** Returns whether this page is sending something about a request. */
function useIsSending(): (requestId: number) => boolean {
  const client = useQueryClient()
  // Rerenders when the last one has been answered.
  useIsMutating()
  return (requestId) =>
    client.isMutating({
      predicate: ({ options }) => options.scope?.id === entryScope('request', requestId).id,
    }) > 0
}
