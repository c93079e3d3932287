import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { responseDraftKey } from '#web/features/admin/guidance/response-form.tsx'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { entryScope } from '#web/features/admin/queue/queries.ts'
import { GUIDANCE_CATEGORY_LABELS } from '#web/features/guidance/guidance-labels.ts'
import { forgetText, keptText } from '#web/lib/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** An unsent response whose request is no longer in the list. */
interface LeftDraft {
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
      predicate: ({ options }) => options.scope?.id === entryScope('guidance', requestId).id,
    }) > 0
}

/** A page of a list, as the server returns it. */
interface ListPage<T> {
  items: readonly T[]
  /** From 1. */
  page: number
  pageSize: number
  /** The number of entries in the whole list. */
  total: number
}

/**
 * The entries that left a list. A missing entry at an edge of the page may only have moved to the
 * page beyond it, if one exists, so it is not included.
 */
export function leftEntries<T extends { id: number }>(before: readonly T[], now: ListPage<T>): T[] {
  const isHere = ({ id }: T): boolean => now.items.some((item) => item.id === id)
  const first = before.findIndex(isHere)
  const last = before.findLastIndex(isHere)
  const hasPageBefore = now.page > 1
  const hasPageAfter = now.page * now.pageSize < now.total
  return before.filter((entry, index) => {
    if (isHere(entry)) return false
    const mayHaveMovedUp = hasPageBefore && (first === -1 || index < first)
    const mayHaveMovedDown = hasPageAfter && index > last
    return !mayHaveMovedUp && !mayHaveMovedDown
  })
}

interface LeftDraftCardProps {
  draft: LeftDraft
  onDiscard: () => void
}

/** The text typed for a request that is no longer in the list. */
export function LeftDraftCard({ draft, onDiscard }: LeftDraftCardProps): ReactElement {
  const headingId = `left-${draft.request.id}`
  const handleCopy = async (): Promise<void> => {
    await navigator.clipboard.writeText(draft.text).then(
      () => toast({ title: 'Copied' }),
      () => toast({ title: 'Failed to copy', variant: 'destructive' }),
    )
  }
  return (
    <Card
      ref={takeLostFocus}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="flex flex-col gap-4 border-line-strong border-dashed"
    >
      <div role="alert">
        <h3 id={headingId}>
          The {GUIDANCE_CATEGORY_LABELS[draft.request.category]} request you were answering is no
          longer open
        </h3>
        <p className="mt-1 max-w-prose text-ink-quiet">
          It was answered, hidden or deleted. Your text is still here.
        </p>
      </div>
      <Field label="Your text">
        <Textarea readOnly value={draft.text} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => void handleCopy()}>
          <Copy aria-hidden size={18} />
          Copy
        </Button>
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Card>
  )
}
