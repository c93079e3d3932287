import { dismissToasts, toast, toastError } from '#web/ui/toast-store.ts'

export function notifySuccess(title: string, description?: string): void {
  toast({ title, description })
}

export function notifyFailure(title: string, description?: string): void {
  toast({ title, description, variant: 'destructive' })
}

/** Says what failed, with the server's sentence. */
export function notifyError(title: string, error: Error): void {
  toastError(title, error)
}

/** Closes old errors. Call it before a retry, so they aren't still shown once that succeeds. */
export function dismissFailures(): void {
  dismissToasts()
}
