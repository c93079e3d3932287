import { dismissToasts, toast, toastError } from '#web/ui/toast-store.ts'

/** An administrator works quickly: each message makes way for the next one, errors stay. */
const GROUP = 'admin'

export function notifySuccess(title: string, description?: string): void {
  toast({ title, description, group: GROUP })
}

export function notifyFailure(title: string, description?: string): void {
  toast({ title, description, group: GROUP, variant: 'destructive' })
}

/** Names what failed and shows the server's sentence. */
export function notifyError(title: string, error: Error): void {
  toastError(title, error, GROUP)
}

/** Call it before another try, so that an old error doesn't stay above its success. */
export function dismissFailures(): void {
  dismissToasts(GROUP)
}
