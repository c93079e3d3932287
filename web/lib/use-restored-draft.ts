import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { clearDraft, readDraft, tabStorage, writeDraft } from '#web/lib/drafts.ts'
import { aText } from '#web/lib/shape.ts'
import { toast } from '#web/ui/toast-store.ts'

const KEY = 'signed-out-on'

/** Remembers the page from which a member whose session ended goes to sign in again. */
export function rememberPage(href: string): void {
  writeDraft(KEY, href, tabStorage)
}

/** Forgets that page once the member was back on it and leaves it. */
export function useForgetPage(): void {
  const href = useHref()
  useEffect(() => {
    if (readDraft(KEY, aText, tabStorage) !== href) return undefined
    return () => clearDraft(KEY, tabStorage)
  }, [href])
}

/**
 * Brings a restored draft into view and says so, if a member whose session had ended is back on its
 * page.
 *
 * @param restored undefined if there was no draft
 * @param find where it is shown; by default, the field with one of its texts
 */
export function useRestoredDraft(
  restored: unknown,
  find: () => Element | null | undefined = () => fieldWith(restored),
): void {
  const href = useHref()
  const show = useEffectEvent((page: string) => {
    if (readDraft(KEY, aText, tabStorage) !== page) return
    const place = find()
    // In a dialog that is still closed, for example.
    if (!place) return
    clearDraft(KEY, tabStorage)
    place.scrollIntoView({ block: 'center' })
    toast({ title: 'You’re signed in again', description: 'Your draft is here. Nothing was lost.' })
  })
  const isRestored = restored !== undefined
  useEffect(() => {
    if (isRestored && href !== undefined) show(href)
  }, [isRestored, href])
}

/** The address of the page, once the router has rendered it and scrolled to its top. */
function useHref(): string | undefined {
  return useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
}

function fieldWith(draft: unknown): Element | undefined {
  const texts: unknown[] = draft instanceof Object ? Object.values(draft) : [draft]
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main textarea, main input:not([type=checkbox], [type=radio])',
  )
  return [...fields].find(({ value }) => value.trim() !== '' && texts.includes(value))
}
