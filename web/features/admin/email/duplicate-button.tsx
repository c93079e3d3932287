import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { Mailing } from '#contract/email.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  broadcastDraftKey,
  copyOf,
  isEmptyDraft,
  MailDraft,
} from '#web/features/admin/email/mail-draft.ts'
import { notifyDone } from '#web/features/admin/email/notify.ts'
import { EntryButton } from '#web/features/admin/entry-button.tsx'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface DuplicateButtonProps {
  mailing: Mailing
  /** Called if the form is already on the page; otherwise its page is opened. */
  onCopied: (() => void) | undefined
}

/** Copies an earlier broadcast into the form. Asks first if the form has a draft. */
export function DuplicateButton({ mailing, onCopied }: DuplicateButtonProps): ReactElement {
  const draftKey = broadcastDraftKey(useMember().id)
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const copy = (): void => {
    writeDraft(draftKey, copyOf(mailing))
    setIsAsking(false)
    notifyDone('Email copied to a new draft')
    if (onCopied) onCopied()
    else void navigate({ to: '/admin', search: { tab: 'email', part: 'broadcast' } })
  }
  const handlePress = (): void => {
    const draft = readDraft(draftKey, MailDraft)
    if (draft && !isEmptyDraft(draft)) setIsAsking(true)
    else copy()
  }
  return (
    <>
      <EntryButton label="Duplicate" entry={mailing.subject} onClick={handlePress} />
      <ConfirmDialog
        title="Replace your draft?"
        description="You have a broadcast that isn’t sent yet. The copy will replace it."
        confirmLabel="Replace draft"
        isDestructive
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={copy}
      />
    </>
  )
}
