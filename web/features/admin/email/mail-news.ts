import { tellSuccess } from '#web/features/admin/deed-news.ts'
import { toast } from '#web/ui/toast.tsx'

let latestProblem: ReturnType<typeof toast> | undefined

/** A new try answers the refusal before, whose news would keep the next from being told. */
export function forgetProblem(): void {
  latestProblem?.dismiss()
  latestProblem = undefined
}

/** Stays until it is closed or something else is told. */
export function tellProblem(title: string, description?: string): void {
  forgetProblem()
  const variant = 'destructive'
  latestProblem = toast(description ? { title, description, variant } : { title, variant })
}

export function tellDone(title: string, description?: string): void {
  forgetProblem()
  tellSuccess(title, description)
}
