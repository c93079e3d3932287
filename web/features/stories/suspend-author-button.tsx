import { lazy, type ReactElement, Suspense, useState } from 'react'
import type { AuthorOf } from '#web/features/stories/suspend-author-dialog.tsx'
import { Button } from '#web/ui/button.tsx'

const SuspendAuthorDialog = lazy(async () => {
  const { SuspendAuthorDialog } = await import('#web/features/stories/suspend-author-dialog.tsx')
  return { default: SuspendAuthorDialog }
})

interface SuspendAuthorButtonProps {
  author: AuthorOf
  /** Tells screen readers what the author wrote. */
  about: string
}

/** Opens the question and the reason; for administrators. */
export function SuspendAuthorButton({ author, about }: SuspendAuthorButtonProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = (): void => {
    setIsOpen(true)
    setWasOpened(true)
  }
  return (
    <>
      <Button
        variant="outline"
        className="px-3 text-destructive sm:px-5"
        aria-label={`Suspend author: ${about}`}
        onClick={open}
      >
        Suspend author
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <SuspendAuthorDialog target={isOpen ? author : null} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
