import { dismissToasts, toast, toastError } from '#web/ui/toast-store.ts'

/** Administrators work quickly: each message replaces the last one, and errors stay. */
const GROUP = 'admin'

export function notifySuccess(title: string, description?: string): void {
  toast({ title, description, group: GROUP })
}

export function notifyFailure(title: string, description?: string): void {
  toast({ title, description, group: GROUP, variant: 'destructive' })
}

/** Says what failed, with the server's sentence. */
export function notifyError(title: string, error: Error): void {
  toastError(title, error, GROUP)
}

/** Closes old errors. Call it before a retry, so they aren't still shown once that succeeds. */
export function dismissFailures(): void {
  dismissToasts(GROUP)
}
