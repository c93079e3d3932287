import { notifySuccess } from '#web/features/admin/notify.ts'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

const PROBLEMS = 'email-problems'

/** Closes the last problem, which a new try makes out of date. */
export function clearProblem(): void {
  dismissToasts(PROBLEMS)
}

/** Stays until it is closed or the next try. */
export function notifyProblem(title: string, description?: string): void {
  clearProblem()
  toast({ title, description, group: PROBLEMS, variant: 'destructive' })
}

export function notifyDone(title: string, description?: string): void {
  clearProblem()
  notifySuccess(title, description)
}
