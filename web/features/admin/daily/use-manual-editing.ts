import { useCallback, useRef, useState } from 'react'
import type { AdminDailyContent, DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import {
  draftForDay,
  draftOfEntry,
  isEmptyManual,
  ManualDraft,
  manualDraftKey,
} from '#web/features/admin/daily/manual-values.ts'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'

interface ManualEditing {
  draftKey: string
  /** Changes when the form restarts with another draft. */
  round: number
  /** Opens a published text in Manual Creation. Asks first if that has a draft. */
  start: (entry: AdminDailyContent) => void
  /** Opens Manual Creation for a day that has these types. An existing draft moves to that day. */
  startDay: (date: DateText, types: readonly DailyType[]) => void
  /** Returns true once after the form is opened, so that it takes the focus. */
  takeFocus: () => boolean
  asked: AdminDailyContent | undefined
  confirm: () => void
  cancel: () => void
}

export function useManualEditing(): ManualEditing {
  const { part, openPart } = useAdminAddress()
  const draftKey = manualDraftKey(useMember().id)
  const [round, setRound] = useState(0)
  const [asked, setAsked] = useState<AdminDailyContent>()
  const hasOpened = useRef(false)
  const openDraft = (draft: ManualDraft): void => {
    writeDraft(draftKey, draft)
    hasOpened.current = true
    setAsked(undefined)
    setRound(round + 1)
    // Navigating to the open page would restore the old scroll position.
    if (part !== 'manual') openPart('manual')
  }
  const open = (entry: AdminDailyContent): void => openDraft(draftOfEntry(entry))
  const takeFocus = useCallback((): boolean => {
    const isNew = hasOpened.current
    hasOpened.current = false
    return isNew
  }, [])
  return {
    draftKey,
    round,
    start: (entry) => {
      const draft = readDraft(draftKey, ManualDraft)
      if (draft && !isEmptyManual(draft)) setAsked(entry)
      else open(entry)
    },
    startDay: (date, types) =>
      openDraft(draftForDay(readDraft(draftKey, ManualDraft), { date, types })),
    takeFocus,
    asked,
    confirm: () => asked && open(asked),
    cancel: () => setAsked(undefined),
  }
}
