import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { clearDraft, readDraft, tabStorage, writeDraft } from '#web/lib/drafts.ts'
import { aText } from '#web/lib/shape.ts'
import { toast } from '#web/ui/toast-store.ts'

const KEY = 'resumed-writing'

const LOOK_MS = 200

/** How long the page may take to load its form and the draft in it. */
const PATIENCE_MS = 5_000

/** Remembers that a member signs in again to continue on this page. */
export function rememberWriting(href: string): void {
  writeDraft(KEY, href, tabStorage)
}

/**
 * Brings an unsent draft into view and says so, once a member whose session had ended is back on the
 * page where they were writing.
 */
export function useResumedWriting(): void {
  const { user } = useAuth()
  const href = useLocation({ select: (location) => location.href })
  const isSignedIn = user !== null
  useEffect(() => {
    if (!isSignedIn || readDraft(KEY, aText, tabStorage) !== href) return undefined
    const start = Date.now()
    const look = (): void => {
      const draft = findDraft()
      if (!draft && Date.now() - start < PATIENCE_MS) return
      clearInterval(timer)
      clearDraft(KEY, tabStorage)
      if (draft) show(draft)
    }
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [isSignedIn, href])
}

/** A text field with a draft, or the card of an unfinished story. */
function findDraft(): HTMLElement | undefined {
  const fields = [...document.querySelectorAll<HTMLTextAreaElement>('main textarea')]
  const written = fields.find(({ value }) => value.trim() !== '')
  const story = document.getElementById('unfinished-story')?.closest('section')
  return written ?? story ?? undefined
}

function show(draft: HTMLElement): void {
  draft.scrollIntoView({ block: 'center' })
  toast({ title: 'You’re signed in again', description: 'Your draft is here. Nothing was lost.' })
}
