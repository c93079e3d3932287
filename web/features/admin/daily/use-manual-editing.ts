import { useState } from 'react'
import type { AdminDailyContent } from '#contract/daily.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import {
  draftOfEntry,
  isEmptyManual,
  ManualDraft,
  manualDraftKey,
} from '#web/features/admin/daily/manual-values.ts'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'

interface ManualEditing {
  draftKey: string
  /** Changes when the form starts anew with another draft. */
  round: number
  /** Opens a published text in Manual Creation, after a question where a draft is there. */
  start: (entry: AdminDailyContent) => void
  asked: AdminDailyContent | undefined
  confirm: () => void
  cancel: () => void
}

export function useManualEditing(): ManualEditing {
  const { openPart } = useAdminAddress()
  const draftKey = manualDraftKey(useMember().id)
  const [round, setRound] = useState(0)
  const [asked, setAsked] = useState<AdminDailyContent>()
  const open = (entry: AdminDailyContent): void => {
    writeDraft(draftKey, draftOfEntry(entry))
    setAsked(undefined)
    setRound(round + 1)
    openPart('manual')
  }
  return {
    draftKey,
    round,
    start: (entry) => {
      const draft = readDraft(draftKey, ManualDraft)
      if (draft && !isEmptyManual(draft)) setAsked(entry)
      else open(entry)
    },
    asked,
    confirm: () => asked && open(asked),
    cancel: () => setAsked(undefined),
  }
}
