import { useBlocker } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

export interface Place {
  pathname: string
  search: object
}

interface LeaveGuardProps {
  shouldBlock: (way: { current: Place; next: Place }) => boolean
  title: string
  description: string
  confirmLabel: string
  isDestructive?: boolean
}

/**
 * Asks before navigation within the site loses something. Doesn't ask when the site is left, because
 * the quick exit must work immediately.
 */
export function LeaveGuard({ shouldBlock, ...words }: LeaveGuardProps): ReactElement {
  const blocker = useBlocker({
    shouldBlockFn: shouldBlock,
    enableBeforeUnload: false,
    withResolver: true,
  })
  const stay = (): void => blocker.reset?.()
  return (
    <ConfirmDialog
      {...words}
      cancelLabel="Stay"
      isOpen={blocker.status === 'blocked'}
      onOpenChange={(isOpen) => (isOpen ? undefined : stay())}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
