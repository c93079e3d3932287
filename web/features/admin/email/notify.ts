import { notifySuccess } from '#web/features/admin/notify.ts'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

const PROBLEMS = 'email-problems'

/** Closes the error of the last attempt, before the next one. */
export function clearProblem(): void {
  dismissToasts(PROBLEMS)
}

/** Shows an error that stays until it is closed or until the next attempt. */
export function notifyProblem(title: string, description?: string): void {
  clearProblem()
  toast({ title, description, group: PROBLEMS, variant: 'destructive' })
}

export function notifyDone(title: string, description?: string): void {
  clearProblem()
  notifySuccess(title, description)
}
