import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Mailing } from '#contract/email.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  broadcastDraftKey,
  copyOf,
  isEmptyDraft,
  MailDraft,
} from '#web/features/admin/email/mail-draft.ts'
import { notifyDone } from '#web/features/admin/email/notify.ts'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'

interface Duplicating {
  /** Copies a broadcast into the form. Asks first if the form has a draft. */
  start: (mailing: Mailing) => void
  asked: Mailing | undefined
  confirm: () => void
  cancel: () => void
}

/** @param onCopied called if the form is already on the page; otherwise its page is opened */
export function useDuplicate(onCopied?: () => void): Duplicating {
  const draftKey = broadcastDraftKey(useMember().id)
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Mailing>()
  const copy = (mailing: Mailing): void => {
    writeDraft(draftKey, copyOf(mailing))
    setAsked(undefined)
    notifyDone('Email copied to a new draft')
    if (onCopied) onCopied()
    else void navigate({ to: '/admin', search: { tab: 'email', part: 'broadcast' } })
  }
  return {
    start: (mailing) => {
      const draft = readDraft(draftKey, MailDraft)
      if (draft && !isEmptyDraft(draft)) setAsked(mailing)
      else copy(mailing)
    },
    asked,
    confirm: () => asked && copy(asked),
    cancel: () => setAsked(undefined),
  }
}
