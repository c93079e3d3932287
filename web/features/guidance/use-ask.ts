import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { GuidanceCategory, GuidanceContent, type guidanceEndpoints } from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { guidanceDraftKey } from '#web/features/guidance/guidance-draft.ts'
import { refreshOwnRequests } from '#web/features/guidance/queries.ts'
import { guidanceCalls } from '#web/lib/calls.gen.ts'
import { clearDraft, tabStorage } from '#web/lib/drafts.ts'
import { KEPT_TOAST } from '#web/lib/kept-toast.ts'
import { type Delivery, sendOrKeep } from '#web/lib/outbox.ts'
import { createSubmissionKey } from '#web/lib/submission-key.ts'
import { toast } from '#web/ui/toast-store.ts'

/** The category is a string at first, because it is empty until one is chosen. */
export const AskValues = z.object({
  category: z.string().pipe(GuidanceCategory),
  content: GuidanceContent,
})
export type AskValues = z.output<typeof AskValues>

type Asked = Delivery<typeof guidanceEndpoints.ask>

/**
 * Sends a request, or keeps it on this device until it can be sent. The `onSuccess` steps run even
 * if the member has left the page.
 */
export function useAsk(): UseMutationResult<Asked, Error, AskValues> {
  const { id: memberId } = useMember()
  const client = useQueryClient()
  const [submissionKey] = useState(createSubmissionKey)
  return useMutation({
    mutationFn: (values: AskValues) => {
      const key = submissionKey.of(values)
      const options = { memberId, key: `guidance:${key}`, throwsLimits: true }
      return sendOrKeep(guidanceCalls.ask, { body: { ...values, key } }, options)
    },
    onSuccess: (delivery) => {
      submissionKey.renew()
      clearDraft(guidanceDraftKey(memberId), tabStorage)
      if (delivery === 'kept') {
        toast(KEPT_TOAST)
        return
      }
      toast({ title: 'Request submitted successfully' })
      void refreshOwnRequests(client)
    },
    onError: () =>
      toast({
        title: 'Failed to submit request',
        description: 'Please try again later.',
        variant: 'destructive',
      }),
  })
}
