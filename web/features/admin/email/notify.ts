import { notifySuccess } from '#web/features/admin/notify.ts'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

/** Closes the error of the last attempt, before the next one. */
export function clearProblem(): void {
  dismissToasts()
}

/** Shows an error that stays until it is closed or until the next attempt. */
export function notifyProblem(title: string, description?: string): void {
  toast({ title, description, variant: 'destructive' })
}

export function notifyDone(title: string, description?: string): void {
  notifySuccess(title, description)
}
