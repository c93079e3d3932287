import { type QueryClient, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnPrayerRequest, prayerEndpoints } from '#contract/prayer.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import type { PrayerText } from '#web/features/prayer/prayer-form.tsx'
import { refreshPrayers } from '#web/features/prayer/queries.ts'
import { call, isOutdated } from '#web/lib/api.ts'
import { prayerCalls } from '#web/lib/calls.gen.ts'
import { type Delivery, sendOrQueue } from '#web/lib/outbox.ts'
import { createSubmissionKey } from '#web/lib/submission-key.ts'
import { type Action, useAction } from '#web/lib/use-action.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { isNewer, NEWER_KEPT } from '#web/lib/versions.ts'
import { toast } from '#web/ui/toast-store.ts'

type Created = Delivery<typeof prayerEndpoints.create>

/** Sends a prayer request, now or as soon as there is a connection. */
export function useCreate(): UseMutationResult<Created, Error, PrayerText> {
  const { id: memberId } = useMember()
  const client = useQueryClient()
  const [submissionKey] = useState(createSubmissionKey)
  return useSending({
    mutationFn: ({ content }: PrayerText) => {
      const key = submissionKey.of(content)
      return sendOrQueue(
        prayerCalls.create,
        { body: { content, key } },
        {
          memberId,
          key: `prayer:${key}`,
          title: 'Prayer request',
          text: content,
          throwsLimits: true,
        },
      )
    },
    onSuccess: () => {
      submissionKey.renew()
      void refreshPrayers(client)
    },
  })
}

/** Changes the text of a request. Errors are shown next to the text. */
export function useEdit(id: number): UseMutationResult<OwnPrayerRequest, Error, PrayerText> {
  const client = useQueryClient()
  return useSending({
    mutationFn: (body: PrayerText) => call(prayerCalls.update, { params: { id }, body }),
    onSuccess: (saved) => {
      toast({ title: isNewer(saved) ? NEWER_KEPT : 'Request submitted again' })
      void refreshPrayers(client)
    },
    onError: (error) => refreshOutdated(client, error),
  })
}

/** Marks a request as answered, with an optional line. Errors are shown next to the text. */
export function useAnswer(id: number): UseMutationResult<OwnPrayerRequest, Error, PrayerAnswer> {
  const client = useQueryClient()
  return useSending({
    mutationFn: (body: PrayerAnswer) => call(prayerCalls.answer, { params: { id }, body }),
    onSuccess: (saved) => {
      toast(isNewer(saved) ? { title: NEWER_KEPT } : markedAsAnswered(saved))
      void refreshPrayers(client)
    },
    onError: (error) => refreshOutdated(client, error),
  })
}

interface PrayerAnswer {
  answer: string
  version: string | undefined
}

function markedAsAnswered({ answer }: OwnPrayerRequest): { title: string; description?: string } {
  return {
    title: 'Marked as answered',
    ...(answer && { description: 'Others will see your line once our team has reviewed it.' }),
  }
}

interface Step {
  send: (id: number) => Promise<unknown>
  done: string
  failed: string
}

const STEPS = {
  renew: {
    send: (id) => call(prayerCalls.renew, { params: { id } }),
    done: 'Renewed for 30 days',
    failed: 'Failed to renew the request',
  },
  end: {
    send: (id) => call(prayerCalls.end, { params: { id } }),
    done: 'Request ended',
    failed: 'Failed to end the request',
  },
  remove: {
    send: (id) => call(prayerCalls.remove, { params: { id } }),
    done: 'Request deleted',
    failed: 'Failed to delete the request',
  },
} as const satisfies Record<string, Step>

/** Actions without text: renewing, ending or deleting a request. */
export function useStep(
  name: keyof typeof STEPS,
  id: number,
  onSettled?: () => void,
): Action<void> {
  const { send, done, failed }: Step = STEPS[name]
  return useAction({
    call: () => send(id),
    done,
    failed,
    onDone: onSettled,
    onFailed: onSettled,
    refresh: refreshPrayers,
  })
}

/** Refetches if another tab or the team has already changed the request. */
function refreshOutdated(client: QueryClient, error: Error): void {
  if (isOutdated(error)) void refreshPrayers(client)
}

/**
 * Drafts belong to one member and stay in the tab. Without `requestId`, the draft is for a new
 * request.
 */
export function prayerDraftKey(memberId: string, requestId?: number): string {
  return `prayer:${memberId}:${requestId ?? 'new'}`
}

export function answerDraftKey(memberId: string, requestId: number): string {
  return `prayer:${memberId}:${requestId}:answer`
}
