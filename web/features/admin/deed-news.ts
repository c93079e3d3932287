import { sentenceOf } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.tsx'

let latestSuccess: ReturnType<typeof toast> | undefined

/*
 * The success before makes way for what comes next, so that quick work is not told late: toasts
 * show one at a time.
 */

export function tellSuccess(title: string, description?: string): void {
  latestSuccess?.dismiss()
  latestSuccess = toast(description ? { title, description } : { title })
}

/** Stays until it is closed. */
export function tellFailure(title: string, description?: string): void {
  latestSuccess?.dismiss()
  const variant = 'destructive'
  toast(description ? { title, description, variant } : { title, variant })
}

/** Names what failed and shows the server's sentence. */
export function tellError(title: string, error: Error): void {
  tellFailure(title, sentenceOf(error))
}
