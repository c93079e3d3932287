import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PrayerRequest } from '#contract/prayer.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { markPrayed } from '#web/features/prayer/queries.ts'
import { urlOf } from '#web/lib/api.ts'
import { prayerCalls } from '#web/lib/calls.gen.ts'
import { KEPT_TOAST } from '#web/lib/kept-toast.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { sendOrKeep } from '#web/lib/outbox.ts'
import { useToday } from '#web/lib/use-today.ts'
import { toast, toastError } from '#web/ui/toast-store.ts'

interface Praying {
  isPrayed: boolean
  press: () => void
}

/** Records that the member has prayed for a request, now or as soon as there is a connection. */
export function usePray({ id, isPrayedToday }: PrayerRequest): Praying {
  const { id: memberId, timeZone } = useMember()
  const today = useToday(timeZone)
  const client = useQueryClient()
  const [pressedOn, setPressedOn] = useState<string>()
  const input = { params: { id } }
  const isWaiting = useOutbox().waiting.some(({ url }) => url === urlOf(prayerCalls.pray, input))
  const isPrayed = isPrayedToday || isWaiting || pressedOn === today
  const { mutate } = useMutation({
    mutationFn: () =>
      sendOrKeep(
        prayerCalls.pray,
        { ...input, body: { madeAt: new Date().toISOString() } },
        { memberId, key: `prayer:${today}:${id}`, waitsForSignIn: true },
      ),
    onMutate: () => setPressedOn(today),
    onSuccess: (delivery) => {
      if (delivery === 'kept') toast({ ...KEPT_TOAST })
      else markPrayed(client, id)
    },
    onError: (error) => {
      setPressedOn(undefined)
      toastError('Failed to save your prayer', error)
    },
  })
  return { isPrayed, press: () => (isPrayed ? undefined : mutate()) }
}
